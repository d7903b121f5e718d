import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';

const key = 'bench';

/** The standalone service, as `npm start` runs it. */
export interface Service {
  pingUrl: string;
  /** Milliseconds from the start of the process to its first answered report. */
  coldStartMs: number;
  report(path: string): Promise<unknown>;
  /** Process ids of the service and of its ClickHouse. */
  pids(): number[];
  stop(): Promise<void>;
}

export async function startService(folder: string): Promise<Service> {
  const [query, ingest] = [await freePort(), await freePort()];
  const began = performance.now();
  const child = spawn(process.execPath, ['dist/standalone.js'], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      API_KEY: key,
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      CLICKHOUSE_HTTP_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const report = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${query}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  while (
    !(await report('/overview').then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('the service ended');
    await sleep(5);
  }
  return {
    pingUrl: `http://127.0.0.1:${ingest}/api/ping`,
    coldStartMs: performance.now() - began,
    report,
    pids: () => [child.pid ?? 0, clickHousePid(folder)],
    stop: () => stop(child),
  };
}

function clickHousePid(folder: string): number {
  const status = readFileSync(join(folder, 'clickhouse/data/status'), 'utf8');
  return Number(/PID: (\d+)/.exec(status)?.[1]);
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
