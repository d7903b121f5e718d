import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { singleServer } from '@tallyhouse/cluster';
import { openBucket } from '@tallyhouse/lake';
import { forAllTests } from '../api/shared-service.ts';
import { deleteFrom } from '../delete/database.ts';
import { startProxy } from '../faults/cluster/proxy.ts';
import { insertPings, pingRow } from '../harness/clickhouse.ts';
import { installPython } from '../harness/python.ts';
import { ofBlog, rowsIn, rowsOfViews, runExport, sha256, startLake } from './lake.ts';
import { startStorage } from './storage.ts';

/** A lake in object storage. */

const views = ['pageviews', 'sessions', 'events', 'visitors'];
const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
const ofShops = ['shop', 'gone'].flatMap((site_id) =>
  ['2026-10-30', '2026-11-05'].map((date) => pingRow({ pinged_at: noon(date), site_id })),
);

const place = forAllTests(() => startLake([...ofBlog, ...ofShops]));
const storage = forAllTests(startStorage);

const run = (args: string, more: Record<string, string> = {}) =>
  runExport(args, { ...place.env, ...storage.env, ...more }, () => noon('2026-12-10'));

const openAt = (to: string, url = storage.url, patienceMs?: number) =>
  openBucket(to, { ...storage.env, AWS_ENDPOINT_URL: url }, { clock: Date.now }, patienceMs);

const digest = (data: Buffer) => createHash('sha256').update(data).digest('hex');

/** The lines of the manifest after the first, by path. */
async function manifestAt(prefix: string): Promise<Map<string, Record<string, unknown>>> {
  const [, ...lines] = (await storage.get(`${prefix}/manifest.jsonl`)).toString().trimEnd().split('\n');
  return new Map(lines.map((line) => JSON.parse(line)).map((entry) => [entry.path, entry]));
}

/** The rows that each file should have, those of a month, by its path. */
async function expected(): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>();
  const days = await rowsOfViews(place.db.reader, place.bi.names.bi, views);
  for (const [path, rows] of days) {
    const month = path.replace(/date=(\d{4}-\d\d)-\d\d/, 'month=$1');
    files.set(month, [...(files.get(month) ?? []), ...rows].sort());
  }
  return files;
}

/** Expects the objects below a prefix to equal the views and the manifest. */
async function checkLake(prefix: string): Promise<void> {
  const manifest = await manifestAt(prefix);
  const rows = await expected();
  const paths = (await storage.keys(`${prefix}/`)).map((key) => key.slice(prefix.length + 1));
  expect(paths).toEqual([...rows.keys(), 'manifest.jsonl'].sort());
  for (const [path, its] of rows) {
    const copy = join(place.folder, 'copy.parquet');
    writeFileSync(copy, await storage.get(`${prefix}/${path}`));
    const found = (await rowsIn(copy)).map((row) => row.replace(/"date":"[^"]*",/, '')).sort();
    expect([path, found]).toEqual([path, its]);
    expect(manifest.get(path)).toMatchObject({ rows: its.length, sha256: sha256(copy) });
  }
  expect(manifest.size).toBe(rows.size);
}

const digests = async (prefix: string) =>
  new Map([...(await manifestAt(prefix))].map(([path, entry]) => [path, entry['sha256']]));

test('each month of a site and view is an object, and an update writes those alone that changed', async () => {
  const to = '--to s3://lake/own/lake';
  expect(await run(to)).toMatch(/^\d+ files written to s3:\/\/lake\/own\/lake: /);
  await checkLake('own/lake');
  expect(await run(to)).toContain('0 files written');
  const before = await digests('own/lake');
  expect(await run(`${to} --update`)).toContain('0 files written');

  await insertPings(place.db.client, [{ pinged_at: noon('2026-11-20'), site_id: 'shop' }]);
  expect(await run(`${to} --update --from 2026-11-15`)).toContain('3 files written');
  const after = await digests('own/lake');
  const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
  expect(changed).toEqual(
    ['pageviews', 'sessions', 'visitors'].map((view) => `${view}/site=shop/month=2026-11/part-0.parquet`),
  );
  await deleteFrom(singleServer(place.db.client).all, { kind: 'site', site: 'gone' });
  expect(await run(`${to} --update`)).toMatch(/^0 files written .* 6 removed/);
  await checkLake('own/lake');
});

test.each([
  ['DuckDB', 'duckdb-2.0.0', 'duckdb==2.0.0', 'by-day', '--by day'],
  ['DuckDB', 'duckdb-2.0.0', 'duckdb==2.0.0', 'by-year', '--by year'],
  ['polars', 'polars-2.1.0', 'polars==2.1.0', 's3://lake/read', ''],
])(
  '%s, of %s (%s), reads the lake %s with no more than its address',
  async (tool, name, packages, to, by) => {
    const venv = await installPython(name, [packages]);
    const lake = to.startsWith('s3:') ? to : join(place.folder, to);
    expect(await run(`--to ${lake} ${by}`.trim())).toContain('files written');
    const read = {
      DuckDB: `import duckdb
print(duckdb.sql("select count(*), count(distinct visitor_id), count(distinct date) from '${lake}/pageviews/**/*.parquet' where site = 'blog'").fetchall()[0])`,
      polars: `import polars as pl
views = pl.scan_parquet("${lake}/pageviews/", hive_partitioning=True).filter(pl.col("site") == "blog")
print(views.select(pl.len(), pl.col("visitor_id").n_unique().alias("v"), pl.col("date").n_unique().alias("d")).collect().row(0))`,
    }[tool];
    const env = { ...storage.env, AWS_REGION: 'us-east-1', AWS_ALLOW_HTTP: 'true' };
    const { stdout } = await promisify(execFile)(`${venv}/bin/python`, ['-c', read ?? ''], { env });
    const of =
      "select count(), uniqExact(visitor_id), uniqExact(date) from bi.pageviews where site_id = 'blog'";
    const [[pageviews, visitors, days] = []] = await place.bi.rows(of);
    expect(stdout).toBe(`(${pageviews}, ${visitors}, ${days})\n`);
  },
);

test.each<[args: string, message: string, settings?: Record<string, string>]>([
  ['s3://nowhere/lake', 'There is no bucket nowhere at http://127.0.0.1:'],
  ['s3://lake/foreign', '--to s3://lake/foreign holds other objects (foreign/thesis.txt) and no export'],
  ['s3:///lake', 'expected s3://bucket/prefix'],
  ['s3://lake/days --by day', ''],
  ['s3://lake/days', 's3://lake/days has files by day: say --by day, or name another place.'],
  ['s3://lake/x', 'Object storage needs AWS_ACCESS_KEY_ID', { AWS_ACCESS_KEY_ID: '' }],
  ['s3://lake/x', 'does not respond: ', { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' }],
  ['s3://lake/x --by week', '--by week: expected day, month or year.'],
])('%s: %s', async (args, message, settings = {}) => {
  await storage.put('foreign/thesis.txt', 'mine');
  const said = await Promise.resolve(run(`--to ${args}`, settings)).catch((error: Error) => error.message);
  expect(said).toContain(message);
  expect(await storage.keys('foreign')).toEqual(['foreign/thesis.txt']);
});

describe('a storage that breaks off', () => {
  const proxy = forAllTests(() => startProxy(new URL(storage.url)));
  afterEach(() => {
    proxy.rules = {};
  });

  test('in the middle of a file is named, only whole files are listed, and the next run completes the lake', async () => {
    const to = '--to s3://lake/broken';
    // The head of a file passes, and no more.
    let isOfFile = false;
    proxy.rules.toServer = (chunk) => {
      if (isOfFile && chunk.includes('PAR1')) return 'cut';
      isOfFile = chunk.toString('latin1', 0, 200).includes('parquet HTTP/1.1');
      return 'pass';
    };
    expect(await run(to, { AWS_ENDPOINT_URL: proxy.url })).toContain('does not respond: ');
    const [, ...lines] = (await storage.get('broken/manifest.jsonl')).toString().trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries).toContainEqual(expect.objectContaining({ state: 'writing' }));
    for (const { path, sha256: listed } of entries.filter((entry) => entry.sha256 !== undefined))
      expect(digest(await storage.get(`broken/${path}`))).toBe(listed);
    proxy.rules.toServer = () => 'pass';
    await run(to, { AWS_ENDPOINT_URL: proxy.url });
    await checkLake('broken');
  });

  test('or is silent is named with how long it took', async () => {
    const bucket = await openAt('s3://lake/silent', proxy.url, 200);
    proxy.rules.toServer = () => new Promise(() => {});
    await expect(bucket.openJournal()).rejects.toThrow('does not respond: GET took more than 0.2 s');
    proxy.cutAll();
  });

  test('or is slow has the longer time for the more that it is sent', async () => {
    const bucket = await openAt('s3://lake/slow', proxy.url, 1000);
    proxy.rules.toServer = (chunk) => (chunk.length > 1000 ? sleep(500).then(() => 'pass') : 'pass');
    const file = { view: 'pageviews', site: 'slow', date: '2026-11' };
    await bucket.write(file, Readable.from([Buffer.alloc(1_000_000)]), new AbortController().signal);
    expect(await bucket.size(file)).toBe(1_000_000);
    await bucket.release();
  });
});

test('an object that names the place alone, as consoles create for a folder, is no other object', async () => {
  await storage.put('by-hand/', '');
  await (await openAt('s3://lake/by-hand')).release();
});

test('a last line that lost its end, in an editor, is written again and not continued', async () => {
  await storage.put('edited/manifest.jsonl', '1\n2');
  const bucket = await openAt('s3://lake/edited');
  await (await bucket.openJournal()).append('3\n', true);
  expect((await storage.get('edited/manifest.jsonl')).toString()).toBe('1\n3\n');
  await bucket.release();
});

describe('a large file', () => {
  const file = { view: 'pageviews', site: 'large', date: '2026-11' };
  const key = 'large/pageviews/site=large/month=2026-11/part-0.parquet';
  const piece = Buffer.alloc(5_000_000, 'tallyhouse');
  async function* pieces(number: number, failsAt = number) {
    for (let at = 0; at < number; at++) {
      if (at === failsAt) throw new Error('ClickHouse broke off');
      yield piece;
    }
  }
  const open = () => openAt('s3://lake/large');
  const { signal } = new AbortController();

  test('is stored in parts, and is whole', async () => {
    const bucket = await open();
    await bucket.write(file, pieces(9), signal);
    const stored = await storage.get(key);
    expect(await bucket.size(file)).toBe(45_000_000);
    expect(digest(stored)).toBe(digest(Buffer.concat(Array.from({ length: 9 }, () => piece))));
    await bucket.remove(file);
    expect(await bucket.size(file)).toBeUndefined();
    await bucket.release();
  });

  test('that ends in the middle leaves no object and no parts', async () => {
    const bucket = await open();
    await expect(bucket.write(file, pieces(9, 8), signal)).rejects.toThrow('ClickHouse broke off');
    expect(await bucket.size(file)).toBeUndefined();
    expect(await storage.openUploads()).toEqual([]);
    await bucket.release();
  });
});
