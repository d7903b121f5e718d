import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../harness/free-port.ts';
import { compiling, turnOff } from '../harness/settings-of-tests.ts';

/** Settings of every query app that is measured. */
export const key = 'the key of the benchmark';
/** A chunk of the fill and a query over 100 M raw pings take minutes. */
const patienceMs = 1_800_000;

type Values = Readonly<Record<string, string | number>>;

export interface Settings {
  /** In addition to those that every part needs. */
  env?: Readonly<Record<string, string>>;
  /** Makes ClickHouse log its parts and views. */
  logs?: boolean;
  /** Without machine code for expressions, which pays for many rows. */
  interpreted?: boolean;
  /** The folder of another build. */
  dist?: string | undefined;
  nodeArguments?: readonly string[];
}

export async function startService(
  folder: string,
  { env = {}, logs = false, interpreted = false, dist = 'dist', nodeArguments = [] }: Settings = {},
) {
  if (logs) logParts(folder);
  if (interpreted) await turnOff(join(folder, 'clickhouse'), compiling);
  const [query, ingest, clickhouse] = [await freePort(), await freePort(), await freePort()];
  const { PATH = '', HOME = '' } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, [...nodeArguments, join(dist, 'standalone.js')], {
    // No other variables: KAFKA_BROKERS is for the parts that measure Kafka.
    env: {
      PATH,
      HOME,
      DATA_DIR: folder,
      API_KEY: key,
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      CLICKHOUSE_HTTP_PORT: `${clickhouse}`,
      // Parts restart ClickHouse, and the service logs each of its retries.
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The service ends with the benchmark, however that ends.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const apiUrl = `http://127.0.0.1:${query}/api/v1`;
  async function report(path: string): Promise<unknown> {
    const response = await fetch(`${apiUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: unknown }).data;
  }
  const isUp = () => report('/overview').then(Boolean, () => false);
  while (!(await isUp())) {
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
  async function rows(sql: string, values: Values = {}) {
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
  }
  return {
    /** Its DATA_DIR. */
    folder,
    /** The folder of its programs: another build has other commands. */
    dist,
    pingUrl: `http://127.0.0.1:${ingest}/api/ping`,
    apiUrl,
    /** Its own connection to ClickHouse, with user and password and without the proxy. */
    clickhouseUrl,
    /** The proxy through which people and BI tools connect to its ClickHouse. */
    biUrl: `http://127.0.0.1:${clickhouse}`,
    /** Milliseconds from the start of the process to its first report. */
    coldStartMs,
    report,
    query: rows,
    /** The number that a query returns as `n`. */
    count: async (sql: string, values?: Values) => Number((await rows(sql, values))[0]?.['n']),
    async command(sql: string, values: Values = {}) {
      await client.command({ query: sql, query_params: values });
    },
    /** Process ids of the service and of its ClickHouse. */
    pids: () => [child.pid ?? 0, clickHousePid(folder)] as const,
    async stop() {
      await client.close();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      process.off('exit', end);
    },
  };
}

/** The standalone service, as `npm start` runs it, and its ClickHouse. */
export type Service = Awaited<ReturnType<typeof startService>>;

export const serverTime = async ({ query }: Service): Promise<string> =>
  String((await query('select toString(now64(6)) as at'))[0]?.['at']);

function logParts(folder: string): void {
  const configs = join(folder, 'clickhouse', 'config.d');
  mkdirSync(configs, { recursive: true, mode: 0o700 });
  const log = (name: string) =>
    `<${name}><database>system</database><table>${name}</table>` +
    `<flush_interval_milliseconds>10000</flush_interval_milliseconds></${name}>`;
  const text = `<clickhouse>${log('part_log')}${log('query_views_log')}</clickhouse>\n`;
  writeFileSync(join(configs, 'logs.xml'), text);
}

function clickHousePid(folder: string): number {
  const status = readFileSync(join(folder, 'clickhouse/data/status'), 'utf8');
  return Number(/PID: (\d+)/.exec(status)?.[1]);
}

/** Host and port, from the arguments of its process. */
function insideAddress(pid: number): string {
  const [, , , , host, port] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return `${host}:${port}`;
}
