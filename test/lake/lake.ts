import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { exportLake, readConfig, readTask } from '@tallyhouse/lake';
import type { PingRow } from '@tallyhouse/ping';
import { createLogger, createProgress } from '@tallyhouse/service';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { createBiDatabase } from '../bi/bi-database.ts';
import { blogPings } from '../bi/blog.ts';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { printed } from '../harness/printed.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

/** A database with views, and a folder for lakes. */
export async function startLake(pings: Parameters<typeof insertPings>[1]) {
  const db = await createTestDatabase();
  const bi = await createBiDatabase(db);
  await insertPings(db.client, pings);
  return {
    db,
    bi,
    folder: folderOfFile()(),
    env: {
      CLICKHOUSE_URL: process.env['TEST_CLICKHOUSE_READER_URL'] ?? '',
      CLICKHOUSE_DATABASE: db.database,
      CLICKHOUSE_BI_DATABASE: bi.names.bi,
    },
    async stop() {
      await bi.drop();
      await db.drop();
    },
  };
}

export const ofBlog: PingRow[] = blogPings(3).filter(
  ({ pinged_at }) => pinged_at >= Date.parse('2026-11-03') && pinged_at < Date.parse('2026-11-06'),
);

/** Runs the command in this process. @returns its output, including errors */
export async function runExport(args: string, env: Record<string, string>, now = Date.now): Promise<string> {
  const { output, text } = printed();
  const task = readTask(args.split(' '), now());
  try {
    await exportLake(task, readConfig(env), {
      // The clock does not advance, because the length of a run decides whether progress is shown.
      progress: createProgress(output, () => 0),
      logger: createLogger('test', 'silent'),
      clock: now,
      signal: new AbortController().signal,
    });
  } catch (error) {
    output.write(error instanceof Error ? error.message : String(error));
  }
  return text();
}

/** All files of a folder, including hidden ones, in order. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}

/** The lines of the manifest after the first, by path. */
export function manifestOf(folder: string): Map<string, Record<string, unknown>> {
  const [, ...lines] = readFileSync(join(folder, 'manifest.jsonl'), 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => JSON.parse(line)).map((entry) => [entry.path, entry]));
}

export const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

type Row = Record<string, unknown>;

/** The rows of a Parquet file as JSON from ClickHouse, each as a text, in order. */
export async function rowsIn(path: string): Promise<string[]> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors });
  return rows.map((row: Row) => textOf(row)).sort();
}

/** A row as a text that does not depend on how values are written. */
function textOf(row: Row): string {
  const plainOf = (name: string, value: unknown) =>
    name === 'local_date' ? String(plain(value)).slice(0, '2026-11-21'.length) : plain(value);
  return JSON.stringify(
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainOf(name, value)])),
  );
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '');
  if (typeof value === 'bigint') return Number(value);
  // A decimal of four digits, from a float.
  if (typeof value === 'number') return Math.round(value * 10_000) / 10_000;
  if (Array.isArray(value)) return Object.fromEntries(value.map(({ key, value: its }) => [key, its]));
  return value;
}

/** The current rows of views, by the path of the file that should have them. */
export async function rowsOfViews(
  client: ClickHouseClient,
  database: string,
  views: readonly string[],
): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>();
  for (const view of views) {
    const result = await client.query({
      query: `select * from ${database}.${view}`,
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    for (const { date, ...row } of await result.json<Record<string, unknown>>()) {
      const path = `${view}/site=${row['site_id']}/date=${date}/part-0.parquet`;
      files.set(path, [...(files.get(path) ?? []), textOf(row)]);
    }
  }
  return new Map([...files].sort().map(([path, its]) => [path, its.sort()]));
}

/** The columns of a Parquet file that are UUIDs. */
export async function uuidsIn(path: string): Promise<string[]> {
  const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  return schema.filter(({ logical_type }) => logical_type?.type === 'UUID').map(({ name }) => name);
}

export async function rowsOfLake(folder: string): Promise<Map<string, string[]>> {
  const paths = filesIn(folder).filter((name) => name !== 'manifest.jsonl');
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await rowsIn(join(folder, path))] as const)),
  );
}
