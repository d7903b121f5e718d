import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts bare node:http as a separate process. */
export async function startBaseline() {
  const started = spawn(process.execPath, ['dist/bench/baseline-server.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // It ends with the benchmark, however that ends.
  process.once('exit', () => started.kill());
  const [port] = await once(started.stdout, 'data');
  const url = `http://127.0.0.1:${String(port).trim()}/`;
  return { pid: started.pid ?? 0, url, end: () => started.kill() };
}
