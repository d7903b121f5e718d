import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { until } from '../log/gather.ts';
import { browsers, combinedLine, crawler, type Hit } from './access-log.ts';
import { plausibleCsv, samples } from './samples.ts';

/** Runs the command beside one whole service, as `npm start` runs it; each format has a site of its own. */

const key = 'the-key-of-the-tests';
let folder: string;
let env: Record<string, string>;
let service: Program;
let query: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-import-'));
  const [queryPort, ingest, clickhouse] = [await freePort(), await freePort(), await freePort()];
  query = `http://127.0.0.1:${queryPort}`;
  env = { DATA_DIR: join(folder, 'data'), CLICKHOUSE_HTTP_PORT: `${clickhouse}`, LOG_LEVEL: 'fatal' };
  service = await startProgram([process.execPath, 'dist/standalone.js'], {
    env: { ...env, API_KEY: key, QUERY_PORT: `${queryPort}`, INGEST_PORT: `${ingest}` },
    readyUrls: [`${query}/readyz`, `http://127.0.0.1:${ingest}/readyz`],
  });
});

afterAll(async () => {
  await service?.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function start(args: readonly string[], more: Record<string, string> = {}, program = 'dist/import.js') {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [program, ...args], { env: { PATH, ...env, ...more } });
}

const run = (args: readonly string[], input = '', more: Record<string, string> = {}) =>
  runProgram('dist/import.js', args, input, more);

async function runProgram(
  program: string,
  args: readonly string[],
  input: string,
  more: Record<string, string>,
): Promise<Ended> {
  const child = start(args, more, program);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin.on('error', () => {}); // it may end before it has read its input
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, out, err };
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const year = { start: '2026-01-01', end: '2026-12-31' };

async function report(path: string, site: string): Promise<unknown> {
  const parameters = new URLSearchParams({ site_id: site, ...year });
  const response = await fetch(`${query}/api/v1/${path}?${parameters}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await response.text();
  if (path.startsWith('export')) return text;
  const answer: unknown = JSON.parse(text);
  return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
}

/** What the command printed, without what differs from run to run. */
const account = (out: string) =>
  out.replaceAll(`${folder}/`, '').replace(/[\d,]+ (lines|rows) a second/, 'N $1 a second');

/** All that reports say of a site. */
const everything = (site: string) =>
  Promise.all(
    ['overview', 'pages', 'sources', 'devices', 'geo', 'events', 'export/pageviews', 'export/sessions'].map(
      (path) => report(path, site),
    ),
  );

const minute = 60_000;
const noon = Date.UTC(2026, 2, 10, 12);
const ann = { address: '192.0.2.1', userAgent: browsers.firefox };
const bob = { address: '192.0.2.2', userAgent: browsers.chrome };

/** Three visits: Ann's two, half an hour of silence between them, the second one across the end of the file; and Bob's. */
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
const log = (hits: readonly Hit[]) => `${hits.map(combinedLine).join('\n')}\n`;

describe('combined', () => {
  test('counts page views, and says what it left out; a second import changes nothing, however the files are cut', async () => {
    const [first, second] = [
      await file('access.log.1.gz', gzipSync(log(older))),
      await file('access.log', `${log(newer)}nonsense\n`),
    ];
    const args = ['--from', 'combined', '--site', 'combined', '--host', 'a.example'];
    // The newest first, as a shell lists them.
    const imported = await run([...args, second, first]);
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(account(imported.out)).toBe(`Imported combined into the site combined, N lines a second:
  12  lines read
   7  page views
   1  dropped: bot
   1  skipped: no page (an asset)
   1  skipped: status other than 200 and 304
   1  skipped: not a GET
   1  unreadable
        access.log, line 4: it does not have the fields of the combined format: nonsense
Waiting until all of it is stored.
From 2026-03-10T12:00:00.000Z to 2026-03-10T12:51:00.000Z. The reports count everything of the site in that time, also what was not in these files:
               this import       reports
  page views             7             7
  visits                 3             3
  visitors               2             2
  events                 0             0
`);
    expect(await report('overview', 'combined')).toMatchObject(combinedTotals);
    const before = await everything('combined');
    const whole = log([...older, ...newer]);
    expect((await run([...args, '-'], whole)).code).toBe(0);
    expect((await run([...args, await file('half.log', log(newer.slice(1)))])).code).toBe(0);
    expect(await everything('combined')).toEqual(before);
  });
});

describe('every other format', () => {
  test.each(samples)(
    '$format: reports say what its files hold, also after a second import',
    async (sample) => {
      const { format, files, overview, reports } = sample;
      const paths: string[] = [];
      for (const [name, content] of Object.entries(files)) paths.push(await file(name, content));
      const args = ['--from', format, '--site', format];
      expect(await run([...args, ...paths])).toMatchObject({ code: 0, err: '' });
      expect(await report('overview', format)).toMatchObject(overview);
      for (const [path, expected] of Object.entries(reports))
        expect(await report(path, format)).toEqual(expected);
      const before = await everything(format);
      expect((await run([...args, ...paths])).out).toContain('a second:');
      expect(await everything(format)).toEqual(before);
    },
  );

  test('plausible: Parquet holds the same as CSV', async () => {
    const path = await file('events.parquet', await parquetOf(plausibleCsv));
    expect(await run(['--from', 'plausible', '--site', 'parquet', path])).toMatchObject({ code: 0, err: '' });
    for (const name of ['overview', 'pages', 'sources', 'devices', 'geo', 'events']) {
      expect(await report(name, 'parquet')).toEqual(await report(name, 'plausible'));
    }
  });

  test('tallyhouse: what a site exports, another imports', async () => {
    const paths = [
      await file('pageviews.csv', String(await report('export/pageviews', 'combined'))),
      await file('sessions.csv', String(await report('export/sessions', 'combined'))),
    ];
    expect(
      await run(['--from', 'tallyhouse', '--site', 'moved', '--host', 'a.example', ...paths]),
    ).toMatchObject({
      code: 0,
      err: '',
    });
    for (const name of ['pages', 'sources', 'devices', 'geo', 'export/pageviews']) {
      expect(await report(name, 'moved')).toEqual(await report(name, 'combined'));
    }
    // Exports do not name visitors: each session has one of its own.
    expect(await report('overview', 'moved')).toMatchObject({ ...combinedTotals, unique_visitors: 3 });
  });
});

test('killed in the middle, it goes on where it stopped, and stores each page view once', async () => {
  // Fifty visitors, each of whom views a page every ten minutes: their sessions last a day, however often the import is killed.
  const hits = Array.from({ length: 120_000 }, (_, index) => ({
    at: noon + index * 12_000,
    address: `198.51.100.${index % 50}`,
    userAgent: browsers.firefox,
    path: `/page/${index % 7}`,
  }));
  const args = ['--from', 'combined', '--site', 'killed', await file('long.log', log(hits))];
  const child = start(args);
  // Without longer pauses, in which a slow machine might come to the end of it.
  while ((await pageviewsOf('killed')) === 0) await sleep(10);
  child.kill('SIGKILL');
  await once(child, 'close');
  const again = await run(args);
  expect(again.err).toBe('');
  expect(again.out).toMatch(
    /^Going on where the last import stopped: .*long\.log, [\d,]+ lines are done\.\n/,
  );
  expect(again.out).toContain('  120,000  lines read\n  120,000  page views\n');
  expect(again.out).toContain('  page views       120,000       120,000\n');
  const sessions = Math.ceil((120_000 * 12_000) / (24 * 60 * minute)) * 50;
  expect(await report('overview', 'killed')).toMatchObject({
    pageviews: 120_000,
    sessions,
    unique_visitors: 50,
  });
});

async function pageviewsOf(site: string): Promise<number> {
  return z.object({ pageviews: z.number() }).parse(await report('overview', site)).pageviews;
}

test('a second import of a site waits for nobody: it says that one is running', async () => {
  const args = ['--from', 'combined', '--site', 'busy'];
  const child = start([...args, '-']);
  await until(
    async () => (await stat(join(folder, 'data/import/busy')).catch(() => undefined)) !== undefined,
  );
  await until(async () =>
    (await run([...args, await file('one.log', log(newer))])).err.includes('Another import'),
  );
  expect(await run([...args, join(folder, 'one.log')])).toEqual({
    code: 1,
    out: '',
    err: `Another import for the site busy is running (process ${child.pid}). Wait for its end, or end it.\n`,
  });
  child.stdin.end(log(newer));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(await report('overview', 'busy')).toMatchObject({ pageviews: 3, sessions: 1, unique_visitors: 1 });
});

describe('what cannot be imported', () => {
  const combined = ['--from', 'combined', '--site', 'wrong'];

  test.each<[string, string[], number, RegExp, Record<string, string>?]>([
    [
      'an unknown format',
      ['--from', 'ga', '--site', 'wrong', 'x'],
      2,
      /^--from ga: there is no such format\. Accepted: combined, /,
    ],
    ['a missing file', [...combined, '/nowhere/x.log'], 1, /^There is no file \/nowhere\/x\.log\.\n$/],
    [
      'a site that is not listed',
      [...combined, '-'],
      1,
      /^The site wrong is not in SITES \(blog\)\. Nothing was imported\.\n$/,
      { SITES: 'blog' },
    ],
    [
      'a folder without a service',
      [...combined, '-'],
      1,
      /^There is no log in \/nowhere\/log\. Set DATA_DIR /,
      { DATA_DIR: '/nowhere' },
    ],
    [
      'a full disk',
      [...combined, '-'],
      1,
      /^The disk is nearly full: .* Make room, and run the same command again/,
      { DISK_FLOOR_MB: '99999999' },
    ],
  ])('%s', async (_name, args, code, message, env = {}) => {
    expect(await run(args, log(newer), env)).toEqual({ code, out: '', err: expect.stringMatching(message) });
  });

  test('files of another format, broken gzip, and rows that are none: said, and nothing stored of the wrong files', async () => {
    const good = await file('good.log', log(newer));
    const foreign = await file('foreign.log', '{"a":1}\n{"a":2}\n');
    expect((await run([...combined, good, foreign])).err).toMatch(
      /foreign\.log is not in the format combined: 2 of its first 2 lines cannot be read\. Line 1: it does not have the fields .* Nothing was imported\.\n$/,
    );
    expect(
      (await run(['--from', 'umami', '--site', 'wrong', await file('a.csv', 'a,b\n1,2\n')])).err,
    ).toMatch(
      /a\.csv is not in the format umami: its columns are a, b\. Expected website_event with the columns event_id, .* Nothing was imported\.\n$/,
    );
    const events = await file(
      'events.csv',
      String(samples.find(({ format }) => format === 'matomo')?.files['log_visit.csv']),
    );
    expect((await run(['--from', 'matomo', '--site', 'wrong', events])).err).toMatch(
      /^The table log_link_visit_action is missing: /,
    );
    expect(await pageviewsOf('wrong')).toBe(0);

    const packed = gzipSync(log(older));
    const cut = await run([...combined, await file('cut.gz', packed.subarray(0, packed.length - 20))]);
    expect(cut).toMatchObject({
      code: 1,
      err: expect.stringMatching(/cut\.gz ends too early: its gzip data is incomplete\.\n$/),
    });
    const rows = plausibleCsv.replace(
      /\n$/,
      '\n2026-03-10 12:00:00,pageview\n2026-03-10,pageview,7,1,1,a,/,,,,,,,,,[],[],255,0,,\n',
    );
    const odd = await run(['--from', 'plausible', '--site', 'odd', await file('odd.csv', rows)]);
    expect(odd.code).toBe(0);
    expect(odd.out).toContain('2  unreadable\n');
    expect(odd.out).toMatch(/odd\.csv, line 8: it has 2 fields, the header 21/);
    expect(odd.out).toMatch(/odd\.csv, line 9: its timestamp is no time/);
    expect(await pageviewsOf('odd')).toBe(3);
  });

  test('--dry-run says what would be imported, and stores nothing', async () => {
    const dry = await run(
      ['--from', 'combined', '--site', 'dry', '--dry-run', '-'],
      log([...older, ...newer]),
    );
    expect(dry.code).toBe(0);
    expect(account(dry.out)).toMatch(
      /^Would import combined into the site dry, N lines a second:\n {2}11 {2}lines read\n {3}7 {2}page views\n/,
    );
    expect(await pageviewsOf('dry')).toBe(0);
    expect((await run(['--help'])).out).toMatch(/^Usage: tallyhouse import --from <format> --site <id>/);
  });
});

// After all the imports above: again, cut, killed and refused.
test('tallyhouse verify finds nothing that differs', async () => {
  const { out, err } = await runProgram('dist/verify.js', [], '', {});
  expect(err).toBe('');
  expect(out).toContain('\nNothing differs.\n');
});

/** What the service's ClickHouse makes of CSV, with the types of Plausible's table. */
async function parquetOf(csv: string): Promise<Buffer> {
  const passwords: unknown = JSON.parse(
    await readFile(join(folder, 'data/clickhouse/passwords.json'), 'utf8'),
  );
  const structure = `timestamp DateTime('UTC'), name String, site_id UInt64, user_id UInt64, session_id UInt64, hostname String,
    pathname String, referrer String, referrer_source String, country_code FixedString(2), screen_size String,
    operating_system String, operating_system_version String, browser String, browser_version String,
    \`meta.key\` Array(String), \`meta.value\` Array(String), scroll_depth UInt8, engagement_time UInt32,
    revenue_source_amount Nullable(Decimal(18, 3)), revenue_source_currency String`;
  const response = await fetch(`http://127.0.0.1:${env['CLICKHOUSE_HTTP_PORT']}/`, {
    method: 'POST',
    headers: {
      'X-ClickHouse-User': 'writer',
      'X-ClickHouse-Key': z.object({ writer: z.string() }).parse(passwords).writer,
    },
    body: `select * from format(CSVWithNames, '${structure.replaceAll("'", "\\'")}', '${csv.replaceAll("'", "\\'")}') format Parquet`,
  });
  if (!response.ok) throw new Error(await response.text());
  return Buffer.from(await response.arrayBuffer());
}
