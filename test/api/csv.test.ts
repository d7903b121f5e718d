import { gunzipSync } from 'node:zlib';
import { numberedId } from '../harness/uuid7.ts';
import { parseCsv } from '../oracle/csv.ts';
import { everyEndpoint } from './every-endpoint.ts';
import { minutesAgo } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** Titles that a careless CSV writer or reader corrupts. */
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

/** Titles that a spreadsheet would execute. */
const formulas = ['=HYPERLINK("http://evil.example";"x")', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1'];

const ids = (index: number) => ({
  pinged_at: minutesAgo(50) + index,
  session_id: numberedId(minutesAgo(50), index),
  pageview_id: numberedId(minutesAgo(50), index),
});

const inOdd = { site_id: 'odd' };
const inFormulas = { site_id: 'formulas' };

beforeAll(async () => {
  const everywhere = (text: string) => {
    const texts = { page_title: text, referrer: text, source: text, medium: text, utm_source: text };
    const device = { browser: text, browser_version: text, os: text, os_version: text };
    return { ...texts, ...device, utm_medium: text, utm_campaign: text };
  };
  await service.insert([
    ...odd.map((page_title, index) => ({ ...inOdd, ...ids(index), page_title })),
    { ...inOdd, ...ids(0), event: 'Signup' },
    ...formulas.map((text, index) => ({ ...inFormulas, ...ids(index), ...everywhere(text) })),
    { site_id: 'lines', ...ids(1), latitude: 52.5, longitude: null, city: '' },
  ]);
});

const titles = (text: string) =>
  parseCsv(text)
    .slice(1)
    .map((record) => record[1]);

test("text that a spreadsheet would run gets a leading '", async () => {
  const defused = formulas.map((text) => `'${text}`);
  const pageviews = parseCsv((await service.download('pageviews', inFormulas)).text).slice(1);
  expect(pageviews.map(([, title, , referrer]) => [title, referrer])).toEqual(
    defused.map((text) => [text, text]),
  );
  const sessions = parseCsv((await service.download('sessions', inFormulas)).text).slice(1);
  // From browser to os_version, and from referrer_source to utm_campaign.
  expect(sessions.map((row) => [...row.slice(7, 11), ...row.slice(12, 17)])).toEqual(
    defused.map((text) => Array(9).fill(text)),
  );
  // All are titles of one page, which shows the newest.
  expect(titles((await service.download('pages', inFormulas)).text)).toEqual(defused.slice(-1));
});

test('raw=1 leaves text unchanged, and so do formats that no spreadsheet opens', async () => {
  const raw = { ...inFormulas, raw: '1' };
  expect(titles((await service.download('pageviews', raw)).text)).toEqual(formulas);
  const { text } = await service.download('pageviews', { ...inFormulas, format: 'jsonl' });
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).page_title)).toEqual(formulas);
});

const exports = everyEndpoint.flatMap(({ kind, path }) =>
  kind === 'export' ? [path.replace('/export/', '')] : [],
);

test.each(exports)('%s compressed with gzip are the same bytes', async (what) => {
  const plain = await service.download(what, inOdd);
  // fetch has decompressed it.
  const packed = await service.download(what, inOdd, { headers: { 'accept-encoding': 'gzip, br' } });
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
  const { headers } = await service.download('pages', {}, { headers: { 'accept-encoding': accepted } });
  expect(headers.get('content-encoding')).toBe(encoding);
});

test('JSON Lines have null for unknown', async () => {
  const { headers, text } = await service.download('sessions', { site_id: 'lines', format: 'jsonl' });
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
  const accepted = { headers: { 'accept-encoding': 'gzip' } };
  const { headers, bytes } = await service.download('pageviews', { ...inOdd, format: 'parquet' }, accepted);
  expect(headers.get('content-type')).toBe('application/vnd.apache.parquet');
  expect(headers.get('content-disposition')).toMatch(/\.parquet"$/);
  expect(headers.get('content-encoding')).toBeNull();
  expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
  expect(bytes.subarray(-4).toString()).toBe('PAR1');
  expect(() => gunzipSync(bytes)).toThrow();
});
