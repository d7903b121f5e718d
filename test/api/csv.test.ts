import { gunzipSync } from 'node:zlib';
import { numberedId } from '../harness/uuid7.ts';
import { parseCsv } from '../oracle/csv.ts';
import { download } from './download.ts';
import { everyEndpoint } from './every-endpoint.ts';
import { minutesAgo, type QueryService, startQueryService } from './query-service.ts';

let service: QueryService;

/** Titles that a careless CSV writer or reader would corrupt. */
const odd = [
  'plain',
  ' blanks around ',
  'comma, "quotes" and \'apostrophes\'',
  'line\nfeed, carriage\rreturn and both\r\n',
  'backslash \\ \\n \\N \\"',
  'ünïcödé 日本語 😀 \u202e right to left',
  'nul \0 and bell \u0007',
  '"',
  'NULL',
  '0012',
];

/** Titles that a spreadsheet would run. */
const formulas = ['=HYPERLINK("http://evil.example";"x")', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1'];

const ids = (index: number) => ({
  pinged_at: minutesAgo(50) + index,
  session_id: numberedId(minutesAgo(50), index),
  pageview_id: numberedId(minutesAgo(50), index),
});

beforeAll(async () => {
  service = await startQueryService();
  await service.insert(odd.map((page_title, index) => ({ site_id: 'odd', ...ids(index), page_title })));
  await service.insert([{ site_id: 'odd', ...ids(0), event: 'Signup' }]);
  await service.insert(
    formulas.map((text, index) => ({
      site_id: 'formulas',
      ...ids(index),
      page_title: text,
      referrer: text,
      source: text,
      medium: text,
      utm_source: text,
      utm_medium: text,
      utm_campaign: text,
      browser: text,
      browser_version: text,
      os: text,
      os_version: text,
    })),
  );
});
afterAll(() => service.stop());

const titles = (text: string) =>
  parseCsv(text)
    .slice(1)
    .map((record) => record[1]);

test('text is unchanged, whatever it contains', async () => {
  const { text } = await download(service, 'pageviews', { site_id: 'odd' });
  expect(titles(text)).toEqual(odd);
});

test('lines end in a line feed, text is in quotes, numbers are not', async () => {
  const { text } = await download(service, 'pageviews', { site_id: 'odd' });
  const [, plain] = text.split('\n');
  expect(plain).toBe(
    `"/","plain","${numberedId(minutesAgo(50), 0)}","","2026-11-21T09:25:00.000Z","2026-11-21T09:25:00.000Z",0,0,`,
  );
});

test("text that a spreadsheet would run gets a leading '", async () => {
  const defused = formulas.map((text) => `'${text}`);
  const at = { site_id: 'formulas' };
  const pageviews = parseCsv((await download(service, 'pageviews', at)).text).slice(1);
  expect(pageviews.map(([, title, , referrer]) => [title, referrer])).toEqual(
    defused.map((text) => [text, text]),
  );
  const sessions = parseCsv((await download(service, 'sessions', at)).text).slice(1);
  // From browser to os_version, and from referrer_source to utm_campaign.
  expect(sessions.map((row) => [...row.slice(7, 11), ...row.slice(12, 17)])).toEqual(
    defused.map((text) => Array(9).fill(text)),
  );
  // All are titles of one path, which shows the newest.
  expect(titles((await download(service, 'pages', at)).text)).toEqual(defused.slice(-1));
});

test('raw=1 leaves text unchanged, and so do formats that no spreadsheet opens', async () => {
  const at = { site_id: 'formulas' };
  expect(titles((await download(service, 'pageviews', { ...at, raw: '1' })).text)).toEqual(formulas);
  const { text } = await download(service, 'pageviews', { ...at, format: 'jsonl' });
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).page_title)).toEqual(formulas);
});

/** The names of all exports. */
const exports = everyEndpoint.flatMap(({ kind, path }) =>
  kind === 'export' ? [path.replace('/export/', '')] : [],
);

test.each(exports)('%s compressed with gzip are the same bytes', async (what) => {
  const at = { site_id: 'odd' };
  const plain = await download(service, what, at);
  // fetch decompresses it.
  const packed = await download(service, what, at, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toBe('Accept-Encoding');
  expect(packed.bytes.equals(plain.bytes)).toBe(true);
});

test.each([
  ['gzip;q=0', null],
  ['identity', null],
  ['br, zstd', null],
  ['*', 'gzip'],
  ['deflate, gzip;q=0.5', 'gzip'],
])('the response to Accept-Encoding: %s is %s', async (accepted, encoding) => {
  const { headers } = await download(service, 'pages', {}, { headers: { 'accept-encoding': accepted } });
  expect(headers.get('content-encoding')).toBe(encoding);
});

test('JSON Lines have null for unknown', async () => {
  const at = { site_id: 'lines', ...ids(1), latitude: 52.5, longitude: null, city: '' };
  await service.insert([at]);
  const { headers, text } = await download(service, 'sessions', { site_id: 'lines', format: 'jsonl' });
  expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/\.jsonl"$/);
  expect(text.endsWith('}\n')).toBe(true);
  expect(JSON.parse(text)).toMatchObject({
    session_id: ids(1).session_id,
    city: '',
    latitude: 52.5,
    longitude: null,
    first_seen_at: '2026-11-21T09:25:00.001Z',
  });
});

test('Parquet has the same rows, with types', async () => {
  const { headers, bytes } = await download(
    service,
    'pageviews',
    { site_id: 'odd', format: 'parquet' },
    { headers: { 'accept-encoding': 'gzip' } },
  );
  expect(headers.get('content-type')).toBe('application/vnd.apache.parquet');
  expect(headers.get('content-disposition')).toMatch(/\.parquet"$/);
  expect(headers.get('content-encoding')).toBeNull();
  expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
  expect(bytes.subarray(-4).toString()).toBe('PAR1');
  expect(() => gunzipSync(bytes)).toThrow();
});

test('an export may cover a period of any length', async () => {
  for (const what of exports) {
    const rows = what === 'pages' || what === 'events' ? 1 : odd.length;
    for (const parameters of [{ period: 'all' }, { start: '1970-01-01', end: '2199-12-31' }]) {
      const { text } = await download(service, what, { site_id: 'odd', ...parameters });
      expect(parseCsv(text).length - 1).toBe(rows);
    }
  }
});
