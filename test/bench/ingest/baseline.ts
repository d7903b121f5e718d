import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts one of the servers beside this file. */
export async function startBaseline(
  name: 'bare-server' | 'express-server',
): Promise<{ process: ChildProcess; pid: number; url: string }> {
  const started = spawn(process.execPath, [`dist/bench/ingest/${name}.js`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Whatever ends the benchmark ends it.
  process.once('exit', () => started.kill());
  const [port] = await once(started.stdout, 'data');
  return { process: started, pid: started.pid ?? 0, url: `http://127.0.0.1:${String(port).trim()}/` };
}
