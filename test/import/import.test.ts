import { execFile } from 'node:child_process';
import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { singleServer } from '@tallyhouse/cluster';
import { openState } from '@tallyhouse/import';
import { uuid7, uuid7Bytes } from '@tallyhouse/ping';
import { checkOffsets } from '@tallyhouse/verify';
import { z } from 'zod';
import { forAllTests } from '../api/shared-service.ts';
import { deleteFrom } from '../delete/database.ts';
import { everything as replayed } from '../replay/flow.ts';
import { checksOfRows, verified } from '../verify/verified.ts';
import { browsers, combinedLine, crawler, type Hit } from './access-log.ts';
import { type Ended, type Others, startImports } from './imports.ts';
import { type Sample, samples } from './samples.ts';

/** Imports into a log that a consumer stores, most of them in this process, each into its own site. */

const place = forAllTests(startImports);
const file = (name: string, content: string | Buffer) => place.file(name, content);
/** The command's first import: the files {@link older} and {@link newer} into the site `combined`. */
let imported: Ended;

beforeAll(async () => {
  const first = await file('access.log.1.gz', gzipSync(textOf(older)));
  const second = await file('access.log', `${textOf(newer)}nonsense\n`);
  // Newest first, as a shell lists them.
  imported = await program([...combined('combined'), '--host', 'a.example', second, first]);
});

function program(args: readonly string[], input = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const { PATH = '' } = process.env;
    const env = { PATH, TMPDIR: place.folder, ...place.env };
    const child = execFile(process.execPath, ['dist/import.js', ...args], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
    child.stdin?.on('error', () => {}); // it may end before it has read its input
    child.stdin?.end(input);
  });
}

const run = (args: readonly string[], others: Others = {}) =>
  place.run(args, others, async (site) => {
    const { pageviews, sessions, unique_visitors } = await overviewOf(site);
    return { pageviews, visits: sessions, visitors: unique_visitors, events: 0 };
  });

const combined = (site: string) => ['--from', 'combined', '--site', site];

/** The files of a format, by the paths that the command gets. */
async function filesOf(format: string): Promise<string[]> {
  const names = await readdir(join('test/import/samples', format));
  return names.map((name) => join('test/import/samples', format, name));
}
const plausible = 'test/import/samples/plausible/events_v2.csv';
const ga4 = 'test/import/samples/ga4/events_20260310.jsonl';

/** The field `data` of a report, or the text of an export. */
async function report(path: string, site: string, more: Record<string, string> = {}): Promise<unknown> {
  const query = { site_id: site, start: '2026-01-01', end: '2026-12-31', ...more };
  const { body } = await place.flow.service.report(`/${path}`, query);
  return path.startsWith('export') ? body : Object(body).data;
}

/** Expects one visit that began and ended on these pages. */
async function expectVisit(site: string, entry: string, exit: string): Promise<void> {
  expect(await report('breakdown', site, { dimension: 'entry_page' })).toMatchObject([
    { value: entry, visits: 1 },
  ]);
  expect(await report('breakdown', site, { dimension: 'exit_page' })).toMatchObject([
    { value: exit, visits: 1 },
  ]);
}
const overview = z.object({ pageviews: z.number(), sessions: z.number(), unique_visitors: z.number() });
const overviewOf = async (site: string) => overview.parse(await report('overview', site));

/** Everything about a site: other reports follow from the exports. */
const paths = ['overview', 'events', 'export/pageviews', 'export/sessions'];
const everything = (site: string) => Promise.all(paths.map((path) => report(path, site)));

/** The command's output, without parts that differ from run to run. */
const account = (out: string) =>
  out.replaceAll(`${place.folder}/`, '').replace(/[\d,]+ (lines|rows) a second/, 'N $1 a second');

const minute = 60_000;
const noon = Date.UTC(2026, 2, 10, 12);
const ann = { address: '192.0.2.1', userAgent: browsers.firefox };
const bob = { address: '192.0.2.2', userAgent: browsers.chrome };

/** Three visits: two by Ann, half an hour apart, the second one across the end of the file; and one by Bob. */
const older: Hit[] = [
  { ...ann, at: noon, path: '/', referrer: 'https://www.google.com/' },
  { ...ann, at: noon, path: '/style.css', referrer: 'https://a.example/' },
  { ...ann, at: noon + 5 * minute, path: '/blog/?utm_source=news', referrer: 'https://a.example/' },
  { ...bob, at: noon + 4 * minute, path: '/' },
  { ...bob, at: noon + 6 * minute, path: '/missing', status: 404 },
  { ...bob, at: noon + 6 * minute, path: '/form', method: 'POST' },
  { at: noon + 7 * minute, path: '/', address: '192.0.2.3', userAgent: crawler },
  { ...ann, at: noon + 36 * minute, path: '/again', referrer: 'https://a.example/blog/' },
];
const newer: Hit[] = [
  { ...ann, at: noon + 50 * minute, path: '/blog/', status: 304 },
  // Loaded twice within a second.
  { ...ann, at: noon + 51 * minute, path: '/blog/' },
  { ...ann, at: noon + 51 * minute, path: '/blog/' },
];
const combinedTotals = { pageviews: 7, sessions: 3, unique_visitors: 2 };
const textOf = (hits: readonly Hit[]) => `${hits.map(combinedLine).join('\n')}\n`;

test('combined: counts page views, and says what it left out; a second import changes nothing, however the files are cut', async () => {
  expect(imported).toMatchObject({ code: 0, err: '' });
  expect(account(imported.out)).toBe(`Imported combined into the site combined, N lines a second:
  12  lines read
   7  page views
   1  requests of crawlers
   8  requests of persons
   1  skipped: no page (an asset)
   1  skipped: not a GET or HEAD
   1  unreadable
        access.log, line 4: it does not have the fields of the combined format: nonsense
Waiting until all of it is stored.
From 2026-03-10T12:00:00.000Z to 2026-03-10T12:51:00.001Z. The reports count everything of the site in that time, also what was not in these files:
               this import       reports
  page views             7             7
  visits                 3             3
  visitors               2             2
  events                 0             0
`);
  expect(await overviewOf('combined')).toEqual(combinedTotals);
  const before = await everything('combined');
  const args = [...combined('combined'), '--host', 'a.example'];
  expect(await program([...args, '-'], textOf([...older, ...newer]))).toMatchObject({ code: 0 });
  expect(await run([...args, await file('half.log', textOf(newer.slice(1)))])).toMatchObject({ code: 0 });
  expect(await everything('combined')).toEqual(before);
});

test('a visit goes on when a month ends, and stays what it is when older lines come later', async () => {
  const end = Date.UTC(2026, 3, 1);
  const hits = [-5, 5, 60].map((minutes) => ({ ...ann, at: end + minutes * minute, path: `/${minutes}` }));
  const [march, all] = [hits.slice(0, 1), hits].map(textOf);
  const april = textOf(hits.slice(1));
  for (const [site, sessions, ...logs] of [
    ['month', 2, march, april, all],
    ['month-late', 3, april, march, all],
  ] as const) {
    for (const [index, log = ''] of logs.entries())
      await run([...combined(site), '--host', 'a.example', await file(`month-${index}.log`, log)]);
    expect(await overviewOf(site)).toEqual({ pageviews: 3, sessions, unique_visitors: 2 });
  }
});

test('page views of a visit in one second keep the order of the file', async () => {
  const pages = ['/in', '/a', '/b', '/c', '/d', '/out'];
  const path = await file('second.log', textOf(pages.map((path) => ({ ...ann, at: noon, path }))));
  for (const _ of ['once', 'again'])
    expect(await run([...combined('second'), '--host', 'a.example', path])).toMatchObject({ code: 0 });
  await expectVisit('second', '/in', '/out');
  expect(await overviewOf('second')).toMatchObject({ pageviews: pages.length, sessions: 1 });
});

test('ga4: page views of one request, in any order of rows, keep the order of their index', async () => {
  const json = await readFile(ga4, 'utf8');
  const [row = ''] = json.split('\n').filter((one) => one.includes('"page_view"'));
  const views = ['/in', '/a', '/out'].map((path, index) => {
    const view: { event_params: { key: string }[] } = JSON.parse(row);
    const others = view.event_params.filter(({ key }) => key !== 'page_location');
    const location = { key: 'page_location', value: { string_value: `https://a.example${path}` } };
    return JSON.stringify({ ...view, batch_event_index: index + 1, event_params: [...others, location] });
  });
  const path = await file('request.json', `${views.reverse().join('\n')}\n`);
  expect(await run(['--from', 'ga4', '--site', 'request', path])).toMatchObject({ code: 0, err: '' });
  await expectVisit('request', '/in', '/out');
});

const importSample = async ({ format }: Sample) =>
  run(['--from', format, '--site', format, ...(await filesOf(format))]);

describe('samples of each format', () => {
  beforeAll(async () => {
    for (const sample of samples) expect(await importSample(sample)).toMatchObject({ code: 0, err: '' });
  });

  test.each(samples)('$format: reports say what its files hold', async (sample) => {
    expect(await overviewOf(sample.format)).toEqual(sample.overview);
    for (const [path, expected] of Object.entries(sample.reports))
      expect(await report(path, sample.format)).toEqual(expected);
  });

  test('a second import changes nothing', async () => {
    const sites = samples.map(({ format }) => format).join();
    const before = await everything(sites);
    for (const sample of samples)
      expect((await importSample(sample)).out).toContain(sample.said ?? 'a second:');
    expect(await everything(sites)).toEqual(before);
  });

  test('plausible: Parquet holds the same as CSV', async () => {
    const rows = await parquetOf('CSVWithNames', await readFile(plausible, 'utf8'), plausibleStructure);
    const path = await file('plausible.parquet', rows);
    expect(await run(['--from', 'plausible', '--site', 'parquet', path])).toMatchObject({ code: 0, err: '' });
    for (const name of ['overview', 'pages', 'sources', 'devices', 'geo', 'events'])
      expect(await report(name, 'parquet')).toEqual(await report(name, 'plausible'));
  });

  // pandas does so with a column of numbers in which one is missing.
  test('plausible: ids that a program stored as fractions are refused, as they are rounded', async () => {
    const structure = plausibleStructure.replace('user_id UInt64', 'user_id Float64');
    const text = (await readFile(plausible, 'utf8')).replace(/,7,/g, ',7,12345678901234567');
    const rows = await parquetOf('CSVWithNames', text, structure);
    const path = await file('rounded.parquet', rows);
    const { code, err } = await run(['--from', 'plausible', '--site', 'rounded', path]);
    expect(code).toBe(1);
    expect(err).toMatch(/its user_id \d\.\d+e\+\d+ is rounded/);
  });
});

test('one log may have the hosts of many sites: each visit keeps its own, and what is foreign is dropped', async () => {
  const hosts = ['blog.example:443', 'shop.example:443', 'fr.blog.example', '-', 'BÜCHER.example.'];
  const log = [...hosts, '- http://shop.example'].map((line, index) => {
    const [host, origin = ''] = line.split(' ');
    return `${host} ${combinedLine({ ...ann, at: noon + index, path: `${origin}/${index}` })}\n`;
  });
  const others = { hosts: ['blog.example', 'fr.blog.example', 'bücher.example'] };
  const { out } = await run([...combined('vhosts'), await file('vhost.log', log.join(''))], others);
  expect(out).toContain(
    '  6  lines read\n  4  page views\n  4  requests of persons\n  2  dropped: foreign host\n',
  );
  await place.flow.caughtUp();
  const paths = ['/0', '/2', '/3', '/4'].map((page_path) => expect.objectContaining({ page_path }));
  expect(await report('pages', 'vhosts')).toEqual(expect.arrayContaining(paths));
});

test('ga4: gzip and Parquet hold the rows of JSON, and change nothing after it', async () => {
  const json = await readFile(ga4, 'utf8');
  const importing = (path: string) => run(['--from', 'ga4', '--site', 'ga4-files', path]);
  expect(await importing(ga4)).toMatchObject({ code: 0, err: '' });
  const before = await everything('ga4-files');
  const asParquet = await parquetOf('JSONEachRow', json, ga4Structure);
  for (const path of [
    await file('events.json.gz', gzipSync(json)),
    await file('events.parquet', asParquet),
  ]) {
    const again = await importing(path);
    expect(again.err).toBe('');
    expect(again.out).toContain('  12  rows read\n   4  page views\n   3  events\n');
    expect(again.out).toContain('   1  skipped: no visitor (no consent)\n');
    expect(await everything('ga4-files')).toEqual(before);
  }
});

const viewColumns =
  'page_path,page_title,session_id,referrer,entered_at,exited_at,focus_time_ms,scroll_depth\n';
test('tallyhouse: what a site exports, another imports', async () => {
  const pageviews = await file('pageviews.csv', String(await report('export/pageviews', 'combined')));
  const sessions = await file('sessions.csv', String(await report('export/sessions', 'combined')));
  const args = ['--from', 'tallyhouse', '--site', 'moved', '--host', 'a.example', pageviews, sessions];
  expect(await run(args)).toMatchObject({ code: 0, err: '' });
  for (const name of ['pages', 'sources', 'devices', 'geo', 'export/pageviews'])
    expect(await report(name, 'moved')).toEqual(await report(name, 'combined'));
  // Exports do not identify visitors: each session has its own.
  expect(await overviewOf('moved')).toEqual({ ...combinedTotals, unique_visitors: 3 });
});

test('deleted up to a day, a log counts again when it is imported again; what was deleted is not lost', async () => {
  const path = await file('deleted.log', textOf([...older, ...newer]));
  const imports = () => run([...combined('deleted'), '--host', 'a.example', path]);
  const counted = async () => [
    ...(await everything('deleted')),
    await place.flow.rows("select id from crawls final where site_id = 'deleted' order by id"),
  ];
  await imports();
  const before = await counted();
  const { client, log } = place.flow;
  const about = { kind: 'before', site: 'deleted', day: '2026-03-11' } as const;
  await deleteFrom(singleServer(client).all, about);
  expect(await overviewOf('deleted')).toEqual({ pageviews: 0, sessions: 0, unique_visitors: 0 });
  expect((await verified(client, log, [checkOffsets])).different).toEqual([]);
  await place.flow.replay(replayed);
  expect(await overviewOf('deleted')).toMatchObject({ pageviews: 0 });
  await imports();
  expect(await counted()).toEqual(before);
});

test('tallyhouse: a page keeps its time, up to the end of the day of its session', async () => {
  const session = uuid7(Date.UTC(2026, 2, 10, 1), Buffer.alloc(uuid7Bytes));
  const row = (path: string, from: string, to: string) =>
    `${path},,${session},,2026-03-${from}:00:00.000Z,2026-03-${to}:00:00.000Z,0,0\n`;
  const path = await file(
    'long.csv',
    viewColumns + row('/a', '10T01', '10T20') + row('/b', '10T02', '11T09'),
  );
  expect(await run(['--from', 'tallyhouse', '--site', 'long', path])).toMatchObject({ err: '' });
  const times = "select page_path, toString(max(pinged_at)) as until from pings where site_id = 'long'";
  expect(await place.flow.rows(`${times} group by all order by all`)).toEqual([
    { page_path: '/a', until: '2026-03-10 20:00:00.000' },
    { page_path: '/b', until: '2026-03-11 01:00:00.000' },
  ]);
});

test.each([
  ['', {}, 48.1],
  ['not ', { COORDINATES: '0' }, null],
])('tallyhouse: coordinates of sessions are %sstored with %j', async (kept, settings, latitude) => {
  const [time, site] = ['2026-03-10T12:00:00.000Z', `coordinates-${kept.trim()}`];
  const sessions = 'session_id,ip,country,browser,referrer_source,first_seen_at,city,latitude,longitude';
  const files = [
    await file('views.csv', `${viewColumns}/a,A,s,,${time},${time},0,0\n`),
    await file('places.csv', `${sessions}\ns,,DE,Firefox,,${time},Munich,48.1,11.6\n`),
  ];
  expect(await run(['--from', 'tallyhouse', '--site', site, ...files], { settings })).toMatchObject({
    err: '',
  });
  const stored = await place.flow.rows(`select distinct city, latitude from pings where site_id = '${site}'`);
  expect(stored).toEqual([{ city: 'Munich', latitude }]);
});

test('ended between an append and its record, it goes on where it stopped, and stores each page view once', async () => {
  // Fifty visitors who view a page every 25 minutes, so that their sessions last a day.
  const hits = Array.from({ length: 3600 }, (_, index) => ({
    at: noon + index * 30_000,
    address: `198.51.100.${index % 50}`,
    userAgent: browsers.firefox,
    path: `/page/${index % 7}`,
  }));
  const args = [...combined('ended'), await file('long.log', textOf(hits))];
  let appends = 0;
  const append: typeof place.flow.append = async (messages) => {
    await place.flow.append(messages);
    if (++appends === 3) throw new Error('the power failed');
  };
  expect((await run(args, { append })).err).toBe('the power failed');
  // Ended again, while it still passes over what is done.
  const early = await run(args, { signal: AbortSignal.abort(new Error('Ended early.')) });
  expect(early.out).not.toContain('3,600');
  const again = await run(args);
  expect(again.err).toBe('');
  // Two of three appends, each of 2000 messages: a page view and its request.
  const continuing = /^Continuing where the last import stopped: .*long\.log, 2,000 lines are done\.\n/;
  expect(again.out).toMatch(continuing);
  expect(again.out).toContain('  3,600  lines read\n  3,600  page views\n');
  expect(again.out).toContain('  page views         3,600         3,600\n');
  expect(again.out).toMatch(/ visits +100 +100\n +visitors +50 +50\n/);
  expect(await overviewOf('ended')).toEqual({ pageviews: 3600, sessions: 100, unique_visitors: 50 });
});

const bothHosts = ['a.example', 'b.example'];
test.each<[string, string[], Others]>([
  ['options', ['--no-pageviews'], { hosts: bothHosts }],
  ['hosts', [], { hosts: bothHosts.slice(1) }],
  ['places', [], { hosts: bothHosts, settings: { GEOIP_DB: undefined } }],
])('stopped, and run with other %s, it starts over', async (site, args, others) => {
  const lines = Array.from({ length: 1500 }, (_, index) => {
    return `${bothHosts[index % 2]} ${combinedLine({ ...ann, at: noon + index * 1000, path: '/' })}\n`;
  });
  const all = [...combined(site), await file(`${site}.log`, lines.join(''))];
  let appends = 0;
  const append: typeof place.flow.append = async (messages) => {
    if (++appends === 2) throw new Error('the power failed');
    await place.flow.append(messages);
  };
  expect((await run([...all, ...args], { append, ...others })).err).toBe('the power failed');
  const again = await run(all, { hosts: bothHosts });
  expect(again.out).toContain('  1,500  lines read\n  1,500  page views\n');
  expect(await overviewOf(site)).toMatchObject({ pageviews: 1500 });
  const later = await run([...all, ...args], others);
  expect(again.out + later.out).not.toContain('Continuing');
});

test('stopped by 0.2, which gave records other ids, it is refused while its file is the same', async () => {
  const lines = textOf(Array.from({ length: 1500 }, (_, index) => ({ ...ann, at: noon + index, path: '/' })));
  const path = await file('earlier.log', lines);
  const args = [...combined('earlier'), path];
  let appends = 0;
  const append: typeof place.flow.append = async (messages) => {
    if (++appends === 2) throw new Error('the power failed');
    await place.flow.append(messages);
  };
  expect((await run(args, { append })).err).toBe('the power failed');
  const { ino, size, mtimeMs } = await stat(path);
  const state = openState(place.folder, 'earlier');
  const stopped = state.checkpointOf(`combined ${path}`);
  await state.write(() => {
    if (stopped)
      state.setCheckpoint(`combined ${path}`, { ...stopped, version: `${ino} ${size} ${mtimeMs}` });
  });
  await state.close();
  expect(await run(args)).toEqual({
    code: 1,
    out: '',
    err:
      `An earlier version began this import with ${path}. End the import with that version; ` +
      'or touch the file to start over, which may count twice what is stored.',
  });
  await utimes(path, 1, 1);
  expect((await run(args)).out).toContain('  1,500  lines read\n  1,500  page views\n');
});

test('a second import of a site waits for nobody: it says that one is running, and leaves nothing', async () => {
  const running = openState(place.folder, 'busy');
  expect(await program([...combined('busy'), await file('one.log', textOf(newer))])).toEqual({
    code: 1,
    out: '',
    err: `Another import for the site busy is running (process ${process.pid}). Wait for its end, or end it.\n`,
  });
  expect((await readdir(place.folder)).filter((name) => name.startsWith('tallyhouse-import-'))).toEqual([]);
  await running.close();
});

describe('what cannot be imported', () => {
  const wrong = combined('wrong');

  test.each<[string, RegExp, Record<string, string>?]>([
    ['/nowhere/x.log', /^There is no file \/nowhere\/x\.log\.$/],
    ['good.log', /^The site wrong is not in SITES \(blog\)\. Nothing was imported\.$/, { SITES: 'blog' }],
    [
      'good.log',
      /^The disk is nearly full: .* Make room, and run the same command again/,
      { DISK_FLOOR_MB: '99999999' },
    ],
  ])('%s: %s', async (path, message, settings = {}) => {
    await file('good.log', textOf(newer));
    const ended = await run([...wrong, path.startsWith('/') ? path : join(place.folder, path)], { settings });
    expect(ended).toEqual({ code: 1, out: '', err: expect.stringMatching(message) });
  });

  test('files of another format and broken gzip: said, and nothing stored of the wrong files', async () => {
    const good = await file('right.log', textOf(newer));
    const foreign = await file('foreign.log', '{"a":1}\n{"a":2}\n');
    const csv = await file('a.csv', 'a,b\n1,2\n');
    const said = async (args: readonly string[]) => (await run(args)).err;
    expect(await said([...wrong, good, foreign])).toMatch(
      /foreign\.log is not in the format combined: 2 of its first 2 lines cannot be read\. Line 1: it does not have the fields .* Nothing was imported\.$/,
    );
    expect(await said(['--from', 'umami', '--site', 'wrong', csv])).toMatch(
      /a\.csv is not in the format umami: its columns are a, b\. Expected website_event with the columns event_id, .* Nothing was imported\.$/,
    );
    const visits = 'test/import/samples/matomo/log_visit.csv';
    expect(await said(['--from', 'matomo', '--site', 'wrong', visits])).toMatch(
      /^The table log_link_visit_action is missing: /,
    );
    await place.flow.caughtUp();
    expect(await overviewOf('wrong')).toMatchObject({ pageviews: 0 });

    const packed = gzipSync(textOf(older));
    expect(await said([...wrong, await file('cut.gz', packed.subarray(0, packed.length - 20))])).toMatch(
      /cut\.gz ends too early: its gzip data is incomplete\.$/,
    );
  });

  test('ga4: tables of users, and the growing table of a day whose daily one is there, are refused', async () => {
    const rows = await readFile(ga4, 'utf8');
    const said = async (...names: string[]) =>
      (await run(['--from', 'ga4', '--site', 'wrong', ...names.map((name) => join(place.folder, name))])).err;
    const user = JSON.stringify({ pseudo_user_id: '1.2', occurrence_date: '20260310', user_info: {} });
    for (const name of ['pseudonymous_users_20260310.json', 'bucket-000.json']) await file(name, `${user}\n`);
    for (const name of ['events_20260310.json', 'events_intraday_20260310.json']) await file(name, rows);
    const give =
      /it is of a table of users, which holds no events: give the tables events_YYYYMMDD .* Nothing was imported\.$/;
    expect(await said('pseudonymous_users_20260310.json')).toMatch(give);
    expect(await said('bucket-000.json')).toMatch(give);
    expect(await said('events_20260310.json', 'events_intraday_20260310.json')).toMatch(
      /intraday_20260310\.json holds events that .* holds too, which would count twice: give events_20260310\.json alone/,
    );
    await place.flow.caughtUp();
    expect(await overviewOf('wrong')).toMatchObject({ pageviews: 0 });
    // By itself it is a table like any other.
    const alone = join(place.folder, 'events_intraday_20260310.json');
    expect(await run(['--from', 'ga4', '--site', 'alone', alone])).toMatchObject({ code: 0, err: '' });
  });

  test('ga4: a row without its time, and a line that is no row, are named, and the others are stored', async () => {
    const [row = ''] = (await readFile(ga4, 'utf8')).split('\n').filter((one) => one.includes('"page_view"'));
    const timeless = row.replace(/"event_timestamp":"\d+",/, '');
    const path = await file('odd.json', `${row}\n${timeless}\n{"event_name":\n\n${row}\n`);
    const odd = await run(['--from', 'ga4', '--site', 'ga4-odd', path]);
    expect(odd).toMatchObject({ code: 0, err: '' });
    expect(odd.out).toContain('2  unreadable\n');
    expect(odd.out).toMatch(/odd\.json, line 2: it has no event_timestamp: \{"event_date"/);
    expect(odd.out).toMatch(/odd\.json, line 3: it is not a JSON object: \{"event_name":\n/);
  });

  test('a row that is none is named, and the others are stored', async () => {
    const rows = (await readFile(plausible, 'utf8')).replace(
      /\n$/,
      '\n2026-03-10 12:00:00,pageview\n2026-03-10,pageview,7,1,1,a,/,,,,,,,,,[],[],255,0,,\n',
    );
    const odd = await run(['--from', 'plausible', '--site', 'odd', await file('odd.csv', rows)]);
    expect(odd.code).toBe(0);
    expect(odd.out).toContain('2  unreadable\n');
    expect(odd.out).toMatch(/odd\.csv, line 8: it has 2 fields, the header 21/);
    expect(odd.out).toMatch(/odd\.csv, line 9: its timestamp is no time/);
    expect(await overviewOf('odd')).toMatchObject({ pageviews: 3 });
  });

  test('--dry-run says what would be imported, and stores nothing', async () => {
    const path = await file('dry.log', textOf([...older, ...newer]));
    const dry = await run([...combined('dry'), '--dry-run', path]);
    expect(dry.code).toBe(0);
    expect(account(dry.out)).toMatch(
      /^Would import combined into the site dry, N lines a second:\n {2}11 {2}lines read\n {3}7 {2}page views\n/,
    );
    await place.flow.caughtUp();
    expect(await overviewOf('dry')).toMatchObject({ pageviews: 0 });
  });
});

// After all the imports above: once more, shortened, stopped and refused.
test('tallyhouse verify finds nothing that differs', async () => {
  await place.flow.caughtUp();
  const { different } = await verified(place.flow.client, place.flow.log, checksOfRows);
  expect(different).toEqual([]);
});

/** Rows as ClickHouse stores them, with the types of a table. */
async function parquetOf(format: string, rows: string, structure: string): Promise<Buffer> {
  const { stream } = await place.flow.client.exec({
    query: `select * from format(${format}, {structure:String}, {rows:String}) format Parquet`,
    query_params: { structure, rows },
  });
  return buffer(stream);
}

const plausibleStructure = `timestamp DateTime('UTC'), name String, site_id UInt64, user_id UInt64, session_id UInt64, hostname String,
  pathname String, referrer String, referrer_source String, country_code FixedString(2), screen_size String,
  operating_system String, operating_system_version String, browser String, browser_version String,
  \`meta.key\` Array(String), \`meta.value\` Array(String), scroll_depth UInt8, engagement_time UInt32,
  revenue_source_amount Nullable(Decimal(18, 3)), revenue_source_currency String`;

const records = (...[record, ...names]: string[]) =>
  `${record} Tuple(${names.map((name) => `${name} Nullable(String)`).join()})`;
const campaign = (name: string) => records(name, 'campaign_name', 'source', 'medium', 'term');
const ga4Structure = `event_date String, event_timestamp Int64, event_name String, event_params Array(Tuple(key String,
  value Tuple(string_value Nullable(String), int_value Nullable(Int64), double_value Nullable(Float64)))),
  event_bundle_sequence_id Int64, user_pseudo_id Nullable(String), stream_id String,
  batch_event_index Int64, batch_page_id Int64, batch_ordering_id Int64, device Tuple(category String, operating_system String,
  operating_system_version String, language String, ${records('web_info', 'browser', 'browser_version', 'hostname')}),
  ${records('geo', 'country', 'region', 'city')}, ${records('traffic_source', 'source', 'medium', 'name')},
  ${records('collected_traffic_source', 'manual_source', 'manual_medium', 'manual_campaign_name', 'manual_content')},
  session_traffic_source_last_click Tuple(${campaign('manual_campaign')}, ${campaign('cross_channel_campaign')}),
  ecommerce Tuple(purchase_revenue Nullable(Float64), refund_value Nullable(Float64))`;
