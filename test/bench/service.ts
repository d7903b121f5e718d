import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../harness/free-port.ts';

/** Of every query app that is measured. */
export const key = 'the key of the benchmark';
/** A chunk of the fill and a query over 100 M raw pings take minutes. */
const patienceMs = 1_800_000;

type Values = Readonly<Record<string, string | number>>;

/** The standalone service, as `npm start` runs it, and its ClickHouse. */
export interface Service {
  pingUrl: string;
  apiUrl: string;
  /** Without the proxy, with user and password: the connection of the service's own clients. */
  clickhouseUrl: string;
  /** Where people and BI tools connect to its ClickHouse: the proxy. */
  biUrl: string;
  key: string;
  /** Milliseconds from the start of the process to its first answered report. */
  coldStartMs: number;
  /** A report's data. */
  report(path: string): Promise<unknown>;
  query(sql: string, values?: Values): Promise<Record<string, unknown>[]>;
  command(sql: string, values?: Values): Promise<void>;
  /** Process ids of the service and of its ClickHouse. */
  pids(): number[];
  stop(): Promise<void>;
}

/**
 * @param folder its DATA_DIR
 * @param settings beside those that every part needs
 * @param build another build's program, and arguments for Node
 */
export async function startService(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  {
    program = 'dist/standalone.js',
    nodeArguments = [],
  }: { program?: string; nodeArguments?: readonly string[] } = {},
): Promise<Service> {
  const [query, ingest, clickhouse] = [await freePort(), await freePort(), await freePort()];
  const { PATH = '', HOME = '' } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, [...nodeArguments, program], {
    // Nothing else of the environment: KAFKA_BROKERS is for the parts that measure Kafka.
    env: {
      PATH,
      HOME,
      DATA_DIR: folder,
      API_KEY: key,
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      CLICKHOUSE_HTTP_PORT: `${clickhouse}`,
      // Parts start ClickHouse again, and the service says each time that it has to retry.
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Whatever ends the benchmark ends its service.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const apiUrl = `http://127.0.0.1:${query}/api/v1`;
  const report = reportsOf(apiUrl);
  while (
    !(await report('/overview').then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('the service ended');
    await sleep(5);
  }
  const coldStartMs = performance.now() - began;
  const { writer } = JSON.parse(readFileSync(join(folder, 'clickhouse/passwords.json'), 'utf8'));
  const clickhouseUrl = `http://writer:${writer}@${insideAddress(clickHousePid(folder))}`;
  const client = createClickHouse(
    { url: clickhouseUrl, database: 'tallyhouse' },
    createLogger('bench', 'error'),
    { silenceMs: patienceMs },
  );
  return {
    pingUrl: `http://127.0.0.1:${ingest}/api/ping`,
    apiUrl,
    clickhouseUrl,
    biUrl: `http://127.0.0.1:${clickhouse}`,
    key,
    coldStartMs,
    report,
    async query(sql, values = {}) {
      const result = await client.query({
        query: sql,
        query_params: values,
        format: 'JSONEachRow',
        clickhouse_settings: {
          output_format_json_quote_64bit_integers: 0,
          // A hundred million groups are more than the server may keep in memory.
          max_bytes_before_external_group_by: '4000000000',
          max_bytes_before_external_sort: '4000000000',
        },
      });
      return result.json<Record<string, unknown>>();
    },
    async command(sql, values = {}) {
      await client.command({ query: sql, query_params: values });
    },
    pids: () => [child.pid ?? 0, clickHousePid(folder)],
    async stop() {
      await client.close();
      await stop(child);
      process.off('exit', end);
    },
  };
}

/** Asks the query app at an address for a report's data. */
export const reportsOf =
  (apiUrl: string) =>
  async (path: string): Promise<unknown> => {
    const response = await fetch(`${apiUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: unknown }).data;
  };

function clickHousePid(folder: string): number {
  const status = readFileSync(join(folder, 'clickhouse/data/status'), 'utf8');
  return Number(/PID: (\d+)/.exec(status)?.[1]);
}

/** Host and port, from the arguments that its parent gave it. */
function insideAddress(pid: number): string {
  const [, , , , host, port] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return `${host}:${port}`;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
