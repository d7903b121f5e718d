/**
 * The child process of the embedded ClickHouse server. It calls the library's command line once and stays in that call
 * until its standard input ends, which also happens when the parent dies in any way: no server outlives its parent.
 *
 * That call occupies the main thread, so the proxies in front of the server (proxy.ts, native-proxy.ts) run in a worker thread. When either
 * ends, both do.
 *
 * ffi-rs, because it calls on the thread's own stack: ClickHouse checks the bounds of its stack and refuses the separate
 * one that koffi uses ("Frame address is greater than stack begin address").
 */
import { readFileSync, writeSync } from 'node:fs';
import type { Server } from 'node:net';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { createNativeProxy } from './native-proxy.ts';
import { createProxy } from './proxy.ts';
import readInput from './read-input.sql';
import { schedule } from './workload.ts';
import type { Doors } from './write-configuration.ts';

const [
  library = '',
  port = '',
  insideHost = '',
  insidePort = '',
  dataFolder = '',
  configFile = '',
  doorsFile = '',
] = process.argv.slice(2);
const { bi, native }: Doors = JSON.parse(readFileSync(doorsFile, 'utf8'));

const protocols = native === undefined ? ['http'] : ['http', 'tcp'];
const serve = [
  ...schedule(availableParallelism()),
  ...protocols.map((protocol) => `system start listen ${protocol}`),
  readInput,
  ...protocols.map((protocol) => `system stop listen ${protocol}`),
].join(';\n');
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
    ...(native === undefined ? [] : [`--tcp_port=${native.insideTcpPort}`]),
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
  const clickhouse = { host: insideHost, port: Number(insidePort) };
  const opened = [listenAt(createProxy(clickhouse, bi), Number(port))];
  if (native !== undefined) {
    const server = createNativeProxy({ host: insideHost, port: native.insideTcpPort }, native.users);
    opened.push(listenAt(server, native.tcpPort));
  }
  Promise.all(opened).then(
    () => parentPort?.postMessage(undefined),
    (error: Error) => parentPort?.postMessage(error.message),
  );
}

function listenAt(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // Later errors concern clients that could not be accepted: the next one may be.
    server.on('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
