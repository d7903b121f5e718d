import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { unfinishedRestore } from '@tallyhouse/clickhouse';
import { singleServer } from '@tallyhouse/cluster';
import type { PingRow } from '@tallyhouse/ping';
import { createBiViews } from '@tallyhouse/schema';
import { thisProcess } from '@tallyhouse/service';
import { forAllTests } from '../api/shared-service.ts';
import { ageChanges, deleteFrom, type Target } from '../delete/database.ts';
import { insertPings, pingRow } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { settleDays } from '../settle/settle-days.ts';
import {
  filesIn,
  manifestOf,
  ofBlog,
  rowsIn,
  rowsOfLake,
  rowsOfViews,
  runExport,
  sha256,
  startLake,
  uuidsIn,
} from './lake.ts';

const at = (time: string) => Date.parse(`${time}Z`);
const views = ['pageviews', 'sessions', 'events', 'visitors'];

/** Three small sites: one of two days stays as it is, one gets more rows, one is deleted. */
const ofShops = [
  ['Shop_1.x', '2026-11-03T10:00:00'],
  ...['Shop_1.x', 'growing', 'gone'].map((site_id) => [site_id, '2026-11-05T10:00:00']),
].map(([site_id = '', time = '']) => pingRow({ pinged_at: at(time), site_id }));
const blog = ofBlog.filter(({ pinged_at }) => pinged_at >= at('2026-11-04T00:00:00'));
const oneDay = '--site blog --from 2026-11-04 --to 2026-11-04';

const place = forAllTests(() => startLake([...blog, ...ofShops]));
/** An export of everything, which each test leaves up to date, and the output of its first run. */
let lake: string;
let output: string;
/** The current rows of the views, by the path of the file that should have them. */
let rows: Map<string, string[]>;

beforeAll(async () => {
  const { client } = place.db;
  await ageChanges(client);
  await settleDays(client, ['2026-11-04'], {});
  lake = join(place.folder, 'lake');
  rows = await inViews();
  output = await run(`--to ${lake} --format parquet`);
});

const run = (args: string, more: Record<string, string> = {}) => runExport(args, { ...place.env, ...more });
const inViews = () => rowsOfViews(place.db.reader, place.bi.names.bi, views);
const stored = () => rowsOfLake(lake);
const pathsOf = (part: string) => [...rows.keys()].filter((path) => path.includes(part));
const digests = () => new Map([...manifestOf(lake)].map(([path, entry]) => [path, entry['sha256']]));

const changedBetween = (before: Map<string, unknown>, after: Map<string, unknown>) =>
  [...after].flatMap(([path, hash]) => (before.get(path) === hash ? [] : [path]));

/** Columns that Spark cannot read. */
const uuids = async (folder: string) =>
  (await Promise.all([...manifestOf(folder).keys()].map((path) => uuidsIn(join(folder, path))))).flat();

const forget = (about: Target) => deleteFrom(singleServer(place.db.client).all, about);

test('each file has the rows of its view, site and day, and the manifest says how many', async () => {
  expect(pathsOf('site=Shop_1.x')).toEqual(
    ['pageviews', 'sessions', 'visitors'].flatMap((view) =>
      ['2026-11-03', '2026-11-05'].map((date) => `${view}/site=Shop_1.x/date=${date}/part-0.parquet`),
    ),
  );
  expect(new Set([...rows.keys()].map((path) => path.split('/')[0]))).toEqual(new Set(views));
  expect(await stored()).toEqual(rows);
  expect(await uuids(lake)).toEqual([]);
  expect([...manifestOf(lake)].map(([path, entry]) => [path, entry['rows'], entry['sha256']])).toEqual(
    expect.arrayContaining([...rows].map(([path, its]) => [path, its.length, sha256(join(lake, path))])),
  );
  expect(manifestOf(lake).size).toBe(rows.size);
  expect(output).toMatch(/^\d+ files written to .*: [\d,]+ rows, .* 0 removed\.\n$/);
});

test('a second run writes nothing, and neither does an update of what did not change', async () => {
  const before = digests();
  expect(await run(`--to ${lake}`)).toContain(`0 files written to ${lake}`);
  expect(await run(`--to ${lake} --update`)).toMatch(
    new RegExp(`^0 files written .* ${rows.size} files up to date, 0 removed`),
  );
  expect(changedBetween(before, digests())).toEqual([]);
});

test('a file that somebody removed or shortened is written again', async () => {
  const [first = '', second = ''] = pathsOf('site=blog/date=2026-11-04');
  rmSync(join(lake, first));
  writeFileSync(join(lake, second), 'PAR1');
  expect(await run(`--to ${lake} ${oneDay}`)).toContain('2 files written');
  expect(await stored()).toEqual(rows);
});

test('the current day is written again by each update', async () => {
  const args = `--to ${join(place.folder, 'today')} --site Shop_1.x`;
  const noon = () => at('2026-11-05T12:00:00');
  expect(await runExport(args, place.env, noon)).toContain('6 files written');
  const update = await runExport(`${args} --update`, place.env, noon);
  expect(update).toMatch(/^3 files written .* 3 files up to date/);
});

test('addresses are in the files only when asked for', async () => {
  const { bi, db, folder } = place;
  const personal = `${bi.names.bi}_personal`;
  const args = `--to ${join(folder, 'personal')} --personal ${oneDay}`;
  expect(await run(args)).toContain(`There is no view ${personal}.sessions. Set CLICKHOUSE_BI_PERSONAL=1`);
  await createBiViews(db.client, { ...bi.names, personal });
  expect(await run(args)).toContain('files written');
  const paths = filesIn(join(folder, 'personal')).filter((name) => name.startsWith('personal_sessions/'));
  expect(paths).toEqual(['personal_sessions/site=blog/date=2026-11-04/part-0.parquet']);
  const its = await rowsIn(join(folder, 'personal', String(paths[0])));
  expect(its[0]).toContain('"ip":');
  expect(its).toHaveLength(rows.get('sessions/site=blog/date=2026-11-04/part-0.parquet')?.length ?? 0);
  expect(manifestOf(join(folder, 'personal')).get(String(paths[0]))?.['fingerprint']).toMatch(/^\d+$/);
  // Else what is deleted would stay there.
  expect(await run(`--to ${join(folder, 'personal')} --update`)).toContain(
    'has files of personal_sessions: say --personal, or name another place.',
  );
  await createBiViews(db.client, bi.names);
});

test('an update writes the days that changed again, of the site that they changed on, and no others', async () => {
  const [session] = blog.filter(({ pinged_at }) => pinged_at >= at('2026-11-04T02:00:00'));
  const { pinged_at } = session as PingRow;
  // One more page on a settled day, and a site's first event on another.
  const page = { ping_id: uuid7(pinged_at), pageview_id: uuid7(pinged_at), page_path: '/late' };
  const event = { pinged_at: at('2026-11-05T10:00:00'), site_id: 'growing', event: 'Signup' };
  await insertPings(place.db.client, [{ ...(session as PingRow), ...page }, pingRow(event)]);
  rows = await inViews();
  const before = digests();
  await run(`--to ${lake} --update`);
  expect(await stored()).toEqual(rows);
  const changed = changedBetween(before, digests());
  expect(changed).toContain('events/site=growing/date=2026-11-05/part-0.parquet');
  expect(changed).toContain('pageviews/site=blog/date=2026-11-04/part-0.parquet');
  expect(changed.filter((path) => !/events\/site=growing|blog\/date=2026-11-04/.test(path))).toEqual([]);
});

test('an update writes again what a deletion changed, and removes what it emptied', async () => {
  const visitor = String(blog[0]?.visitor_id);
  expect(JSON.stringify([...rows])).toContain(visitor);
  await forget({ kind: 'visitor', site: 'blog', id: visitor });
  await forget({ kind: 'site', site: 'gone' });
  const removed = pathsOf('site=gone').length;
  rows = await inViews();
  // The folder is the only source.
  expect(await run(`--to ${lake} --update --site gone`)).toMatch(
    new RegExp(`^0 files written .* 0 files up to date, ${removed} removed`),
  );
  expect(views.filter((view) => existsSync(join(lake, view, 'site=gone')))).toEqual([]);
  await run(`--to ${lake} --update`);
  expect(JSON.stringify([...rows])).not.toContain(visitor);
  expect(await stored()).toEqual(rows);
});

test('a lake of the first format, whose ids are UUIDs, is written again as a whole or not at all', async () => {
  const old = join(place.folder, 'old');
  const to = `--to ${old} --site Shop_1.x,blog`;
  await run(to);
  const manifest = join(old, 'manifest.jsonl');
  const text = readFileSync(manifest, 'utf8').replace('"format":2', '"format":1');
  writeFileSync(manifest, text.replaceAll(/"fingerprint":"\d+"/g, '"fingerprint":"1"'));
  for (const path of manifestOf(old).keys()) {
    const [view, site, date] = path.split('/').map((part) => part.split('=').at(-1));
    const { stream } = await place.db.reader.exec({
      query: `select * except (date) from ${place.bi.names.bi}.${view} where site_id = '${site}' and date = '${date}' format Parquet`,
      decompress_response_stream: false,
      clickhouse_settings: { enable_http_compression: 0 },
    });
    await writeFile(join(old, path), stream);
  }
  const files = manifestOf(old).size;
  expect((await uuids(old)).length).toBeGreaterThan(files);

  const refused =
    /has files of an earlier version.* Run the command once with --update for all of its days and sites/;
  for (const args of [to, `--to ${old} --update --site blog`, `--to ${old} --update --from 2026-11-04`])
    expect(await run(args)).toMatch(refused);
  // A run that ends early leaves a lake of both, which is still refused.
  let asked = 0;
  const ending = () => {
    if (++asked > 5) throw new Error('It was ended.');
    return Date.now();
  };
  expect(await runExport(`--to ${old} --update`, place.env, ending)).toContain('It was ended.');
  expect(await run(to)).toMatch(refused);
  await run(`--to ${old} --update`);
  expect(await rowsOfLake(old)).toEqual(rows);
  expect(await uuids(old)).toEqual([]);
  expect(await run(to)).toContain('0 files written');
});

describe('what it cannot use is refused, and nothing is changed:', () => {
  const bytes = () => new Map(filesIn(lake).map((path) => [path, sha256(join(lake, path))]));
  let before: ReturnType<typeof bytes>;
  beforeEach(() => {
    before = bytes();
  });
  afterEach(() => expect(bytes()).toEqual(before));

  test('a folder of something else', async () => {
    const foreign = join(place.folder, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'thesis.txt'), 'mine');
    expect(await run(`--to ${foreign}`)).toContain('holds other files (thesis.txt) and no export');
    expect(readdirSync(foreign)).toEqual(['thesis.txt']);
    expect(await run(`--to ${foreign}/thesis.txt/x`)).toContain('cannot be created: ENOTDIR');
    expect(await run('--to /proc/x')).toContain('--to /proc/x cannot be created');
  });

  test.each<[args: string, message: RegExp, settings?: Record<string, string>]>([
    ['--site blog,nosuch', /^--site nosuch: nothing is stored of such a site\. Stored: .*blog/],
    ['', /has an export of the database test_\w+, not of other/, { CLICKHOUSE_DATABASE: 'other' }],
    ['', /CLICKHOUSE_BI_DATABASE is none/, { CLICKHOUSE_BI_DATABASE: 'none' }],
    ['', /Run tallyhouse migrate/, { CLICKHOUSE_BI_DATABASE: 'test_nothing' }],
    ['', /ClickHouse does not respond/, { CLICKHOUSE_URL: 'http://127.0.0.1:1' }],
  ])('%s %s', async (args, message, settings = {}) => {
    expect(await run(`--to ${lake} ${args}`.trim(), settings)).toMatch(message);
  });

  test('a site that is not stored, and no lake is begun', async () => {
    const misspelt = join(place.folder, 'misspelt');
    expect(await run(`--to ${misspelt} --site blgo`)).toContain('nothing is stored of such a site');
    expect(readdirSync(misspelt)).toEqual([]);
  });

  test('a database that a restore has not filled yet', async () => {
    const { client } = place.db;
    await client.command({ query: `create table ${unfinishedRestore} (a Int8) engine = Memory` });
    // As it has dropped the rows, and not stored them again.
    await client.command({ query: 'rename table visitors to visitors_of_before' });
    await client.command({ query: 'create table visitors as visitors_of_before' });
    const said = await run(`--to ${lake} --update`);
    await client.command({ query: 'exchange tables visitors and visitors_of_before' });
    for (const table of ['visitors_of_before', unfinishedRestore])
      await client.command({ query: `drop table ${table} sync` });
    expect(said).toContain('A restore of the database has not ended.');
  });

  test('a folder that another export writes to, until its process is gone', async () => {
    const lock = join(lake, '.lock.json');
    const holder = (process: { pid: number; started: string }) =>
      JSON.stringify({ ...process, host: hostname() });
    writeFileSync(lock, holder(thisProcess()));
    const said = `Another export is writing to ${lake}: process ${process.pid}`;
    expect(await run(`--to ${lake}`)).toContain(said);
    writeFileSync(lock, holder({ pid: 4_194_305, started: '1' }));
    expect(await run(`--to ${lake} ${oneDay}`)).toContain('0 files written');
    expect(existsSync(lock)).toBe(false);
  });

  test.each([
    ['newer', '"format":2', '"format":3', 'Upgrade this program.'],
    ['damaged', '"rows"', '"sows"', 'is damaged in line 2'],
    ['foreign', /^.*$/s, 'hello\n', 'is not the manifest of an export of Tallyhouse'],
  ])('a manifest that is %s', async (_kind, part, other, message) => {
    const manifest = join(lake, 'manifest.jsonl');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(part, other));
    const said = await run(`--to ${lake}`);
    writeFileSync(manifest, text);
    expect(said).toContain(message);
  });
});
