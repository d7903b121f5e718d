/**
 * The child process of the embedded ClickHouse server. It calls the library's command line once and stays in that call
 * until its standard input ends, which also happens when the parent dies in any way: no server outlives its parent.
 *
 * That call occupies the main thread, so the proxy in front of the server (proxy.ts) runs in a worker thread. When either
 * ends, both do.
 *
 * ffi-rs, because it calls on the thread's own stack: ClickHouse checks the bounds of its stack and refuses the separate
 * one that koffi uses ("Frame address is greater than stack begin address").
 */
import { writeSync } from 'node:fs';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { createProxy } from './proxy.ts';

const [library = '', port = '', insideHost = '', insidePort = '', dataFolder = '', configFile = ''] =
  process.argv.slice(2);

// `-` reads the descriptor itself. `/dev/stdin` would open it again, which fails: a Node parent's pipe is a socket.
const serve = `system start listen http; select * from file('-', 'LineAsString'); system stop listen http`;
/** Fails when another server holds the data folder, a clearer error than a port in use. */
const tryFolder = 'select 1';

if (isMainThread) await runServer();
else runProxy();

async function runServer(): Promise<void> {
  const { DataType, load, open } = await import('ffi-rs');
  const proxy = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
  const listening = new Promise<unknown>((resolve) => proxy.once('message', resolve));
  // Takes as long as the worker's start, so both run in parallel.
  open({ library: 'clickhouse', path: library });
  const error = await listening;
  if (error !== undefined) writeSync(2, `${error}\n`);
  proxy.unref();
  const commandLine = [
    'clickhouse',
    `--http_port=${insidePort}`,
    `--listen_host=${insideHost}`,
    `--path=${dataFolder}`,
    `--config-file=${configFile}`,
    '--multiquery',
    `--query=${error === undefined ? serve : tryFolder}`,
  ];
  load({
    library: 'clickhouse',
    funcName: 'chdb_query_cmdline',
    retType: DataType.External,
    paramsType: [DataType.I32, DataType.StringArray],
    paramsValue: [commandLine.length, commandLine],
  });
}

function runProxy(): void {
  // The main thread is busy and cannot print it or end the process.
  process.once('uncaughtException', (error) => {
    writeSync(2, `${error.stack}\n`);
    process.kill(process.pid, 'SIGKILL');
  });
  const proxy = createProxy({ host: insideHost, port: Number(insidePort) });
  // Later errors concern clients that could not be accepted: the next one may be.
  proxy.on('error', ({ message }) => parentPort?.postMessage(message));
  proxy.listen(Number(port), '127.0.0.1', () => parentPort?.postMessage(undefined));
}
