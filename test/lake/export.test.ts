import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBiViews, singleServer } from '@tallyhouse/clickhouse';
import type { PingRow } from '@tallyhouse/ping';
import { thisProcess } from '@tallyhouse/service';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { runDeletion } from '../../packages/deletion/src/run.ts';
import type { Target } from '../../packages/deletion/src/target.ts';
import { type BiDatabase, createBiDatabase } from '../bi/bi-database.ts';
import { blogPings } from '../bi/blog.ts';
import { startProxy } from '../faults/cluster/proxy.ts';
import { createTestDatabase, insertPings, pingRow, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { filesIn, manifestOf, rowsIn, rowsOfLake, rowsOfViews, runExport, sha256 } from './lake.ts';

const at = (time: string) => Date.parse(`${time}Z`);
const views = ['pageviews', 'sessions', 'events', 'visitors'];

/** Three of the days of the blog, one of them settled, and a second site. */
const ofBlog = blogPings(6).filter(
  ({ pinged_at }) => pinged_at >= at('2026-11-03T00:00:00') && pinged_at < at('2026-11-06T00:00:00'),
);
const shop = ['2026-11-03T10:00:00', '2026-11-05T10:00:00'].map((time) =>
  pingRow({ pinged_at: at(time), site_id: 'Shop_1.x' }),
);
const oneDay = '--site blog --from 2026-11-04 --to 2026-11-04';

let db: TestDatabase;
let bi: BiDatabase;
let env: Record<string, string>;
let folder: string;
let lake: string;
/** The rows that the views have now, by the path of the file that should have them. */
let rows: Map<string, string[]>;

beforeAll(async () => {
  db = await createTestDatabase();
  bi = await createBiDatabase(db);
  await insertPings(db.client, [...ofBlog, ...shop]);
  await Promise.all(settledTables.map((table) => rebuildDay(db.client, table, '2026-11-04', { lagMs: 0 })));
  env = {
    CLICKHOUSE_URL: process.env['TEST_CLICKHOUSE_READER_URL'] ?? '',
    CLICKHOUSE_DATABASE: db.database,
    CLICKHOUSE_BI_DATABASE: bi.names.bi,
  };
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-lake-'));
  lake = join(folder, 'lake');
  rows = await inViews();
});
afterAll(async () => {
  await bi.drop();
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: string, more: Record<string, string> = {}) => runExport(args, { ...env, ...more });

const inViews = () => rowsOfViews(db.reader, bi.names.bi, views);

/** Those whose path has one of the texts. */
const only = (...texts: string[]) =>
  new Map([...rows].filter(([path]) => texts.some((text) => path.includes(text))));

const stored = (of = lake) => rowsOfLake(of);

const digests = () => new Map([...manifestOf(lake)].map(([path, entry]) => [path, entry['sha256']]));

/** The paths of files that are new or others. */
const changedBetween = (before: Map<string, unknown>, after: Map<string, unknown>) =>
  [...after].flatMap(([path, hash]) => (before.get(path) === hash ? [] : [path]));

const forget = (about: Target) =>
  runDeletion(
    singleServer(db.client).all,
    { about, sure: true },
    { output: { isTTY: false, write: () => true }, clock: () => 0 },
  );

test('each file has the rows of its view, site and day, and the manifest says how many', async () => {
  const output = await run(`--to ${lake} --format parquet`);
  expect([...only('site=Shop_1.x').keys()]).toEqual(
    ['pageviews', 'sessions', 'visitors'].flatMap((view) =>
      ['2026-11-03', '2026-11-05'].map((date) => `${view}/site=Shop_1.x/date=${date}/part-0.parquet`),
    ),
  );
  expect(new Set([...rows.keys()].map((path) => path.split('/')[0]))).toEqual(new Set(views));
  expect(await stored()).toEqual(rows);
  expect([...manifestOf(lake)].map(([path, entry]) => [path, entry['rows'], entry['sha256']])).toEqual(
    [...rows].map(([path, its]) => [path, its.length, sha256(join(lake, path))]),
  );
  expect(output).toMatch(new RegExp(`^${rows.size} files written to .*: [\\d,]+ rows, .* 0 removed\\.\n$`));

  const before = digests();
  expect(await run(`--to ${lake}`)).toContain(`0 files written to ${lake}`);
  expect(await run(`--to ${lake} --update`)).toMatch(
    new RegExp(`^0 files written .* ${rows.size} files up to date, 0 removed`),
  );
  expect(changedBetween(before, digests())).toEqual([]);
});

test('a file that somebody removed or shortened is written again', async () => {
  const [first = '', second = ''] = only('site=blog/date=2026-11-04').keys();
  rmSync(join(lake, first));
  writeFileSync(join(lake, second), 'PAR1');
  expect(await run(`--to ${lake} ${oneDay}`)).toContain('2 files written');
  expect(await stored()).toEqual(rows);
});

test('the current day is written anew by each update', async () => {
  const args = `--to ${join(folder, 'today')} --site Shop_1.x`;
  const noon = () => at('2026-11-05T12:00:00');
  expect(await runExport(args, env, noon)).toContain('6 files written');
  expect(await runExport(`${args} --update`, env, noon)).toMatch(/^3 files written .* 3 files up to date/);
});

test('a run that is killed is gone on with, on the same days of the same site', async () => {
  const killed = join(folder, 'killed');
  const args = ['--to', killed, '--site', 'blog', '--from', '2026-11-03', '--to', '2026-11-04'];
  const proxy = await startProxy(new URL(env['CLICKHOUSE_URL'] ?? ''));
  const child = spawn(process.execPath, ['dist/export.js', ...args], {
    env: { PATH: process.env['PATH'], ...env, CLICKHOUSE_URL: proxy.url },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const manifest = join(killed, 'manifest.jsonl');
  const finished = () =>
    existsSync(manifest) ? readFileSync(manifest, 'utf8').split('"sha256"').length - 1 : 0;
  // With one file finished it hears nothing more from ClickHouse: so it cannot come to its end before it is killed.
  proxy.rules.toServer = () => (finished() === 0 ? 'pass' : new Promise(() => {}));
  while (finished() === 0 && child.exitCode === null) await sleep(5);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  await proxy.close();
  const had = finished();
  const all = only('site=blog/date=2026-11-03', 'site=blog/date=2026-11-04');
  expect(had).toBeLessThan(all.size);
  // As a write that was cut off leaves it.
  appendFileSync(manifest, '{"view":"pageviews","site":"blog","da');

  expect(await run(args.join(' '))).toMatch(
    new RegExp(`^${all.size - had} files written .* ${had} files? there already`),
  );
  expect(await stored(killed)).toEqual(all);
  expect(new Set(manifestOf(killed).keys())).toEqual(new Set(all.keys()));
});

test('addresses are in the files only when asked for', async () => {
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
  const [, entry] = [...manifestOf(join(folder, 'personal'))].find(([path]) => path === paths[0]) ?? [];
  expect(entry?.['fingerprint']).toMatch(/^\d+$/);
  await createBiViews(db.client, bi.names);
});

test('an update writes the days that changed anew, of the site that they changed on, and no others', async () => {
  const [some] = ofBlog.filter(({ pinged_at }) => pinged_at >= at('2026-11-04T02:00:00'));
  const session = some as PingRow;
  await insertPings(db.client, [
    // A page more on a settled day, and a site's first event on another.
    {
      ...session,
      ping_id: uuid7(session.pinged_at),
      pageview_id: uuid7(session.pinged_at),
      page_path: '/late',
    },
    { ...pingRow({ pinged_at: at('2026-11-05T10:00:00'), site_id: 'Shop_1.x' }), event: 'Signup' },
  ]);
  rows = await inViews();
  const before = digests();
  await run(`--to ${lake} --update`);
  expect(await stored()).toEqual(rows);
  const changed = changedBetween(before, digests());
  expect(changed).toContain('events/site=Shop_1.x/date=2026-11-05/part-0.parquet');
  expect(changed).toContain('pageviews/site=blog/date=2026-11-04/part-0.parquet');
  expect(
    changed.filter((path) => !path.includes('events/site=Shop') && !path.includes('blog/date=2026-11-04')),
  ).toEqual([]);
});

test('an update writes anew what a deletion changed, and removes what it emptied', async () => {
  const visitor = String(ofBlog[0]?.visitor_id);
  expect(JSON.stringify([...rows])).toContain(visitor);
  await forget({ kind: 'visitor', site: 'blog', id: visitor });
  await forget({ kind: 'site', site: 'Shop_1.x' });
  const ofShop = only('Shop_1.x').size;
  rows = await inViews();
  // It is known from the folder alone.
  expect(await run(`--to ${lake} --update --site Shop_1.x`)).toMatch(
    new RegExp(`^0 files written .* 0 files up to date, ${ofShop} removed`),
  );
  expect(views.filter((view) => existsSync(join(lake, view, 'site=Shop_1.x')))).toEqual([]);
  await run(`--to ${lake} --update`);
  expect(JSON.stringify([...rows])).not.toContain(visitor);
  expect(await stored()).toEqual(rows);
});

test('what it cannot use is refused, and nothing is changed', async () => {
  const foreign = join(folder, 'foreign');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'thesis.txt'), 'mine');
  expect(await run(`--to ${foreign}`)).toContain('holds other files (thesis.txt) and no export');
  expect(readdirSync(foreign)).toEqual(['thesis.txt']);
  expect(await run(`--to ${foreign}/thesis.txt/x`)).toContain('cannot be created: ENOTDIR');
  expect(await run(`--to ${lake} --site blog,nosuch`)).toMatch(
    /^--site nosuch: nothing is stored of such a site\. Stored: .*blog/,
  );
  expect(await run(`--to ${lake}`, { CLICKHOUSE_DATABASE: 'other' })).toContain(
    `has an export of the database ${db.database}, not of other`,
  );
  expect(await run(`--to ${lake}`, { CLICKHOUSE_BI_DATABASE: 'none' })).toContain(
    'CLICKHOUSE_BI_DATABASE is none',
  );
  expect(await run(`--to ${lake}`, { CLICKHOUSE_BI_DATABASE: 'test_nothing' })).toContain(
    'Run tallyhouse migrate',
  );
  expect(await run(`--to ${lake}`, { CLICKHOUSE_URL: 'http://127.0.0.1:1' })).toContain(
    'ClickHouse does not respond',
  );

  const lock = join(lake, '.lock.json');
  const holder = (process: { pid: number; started: string }) =>
    JSON.stringify({ ...process, host: hostname() });
  writeFileSync(lock, holder(thisProcess()));
  expect(await run(`--to ${lake}`)).toContain(`Another export is writing to ${lake}: process ${process.pid}`);
  writeFileSync(lock, holder({ pid: 4_194_305, started: '1' }));
  expect(await run(`--to ${lake} ${oneDay}`)).toContain('0 files written');

  const manifest = join(lake, 'manifest.jsonl');
  const text = readFileSync(manifest, 'utf8');
  const edited = async (change: (before: string) => string) => {
    writeFileSync(manifest, change(text));
    const output = await run(`--to ${lake}`);
    writeFileSync(manifest, text);
    return output;
  };
  expect(await edited((before) => before.replace('"format":1', '"format":2'))).toContain(
    'Upgrade this program.',
  );
  expect(await edited((before) => before.replace('"rows"', '"sows"'))).toContain('is damaged in line 2');
  expect(await edited(() => 'hello\n')).toContain('is not the manifest of an export of Tallyhouse');
  expect(await stored()).toEqual(rows);
});
