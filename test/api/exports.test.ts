import { gunzipSync } from 'node:zlib';
import { computedNames, propertyNames } from '@tallyhouse/ping/session-properties';
import { numberedId } from '../harness/uuid7.ts';
import { everyEndpoint } from './every-endpoint.ts';
import { hoursAgo, key, minutesAgo, now, ping } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** Rows of files: their fields, their periods, their order. Formats are in csv.test.ts. */

const headers = {
  pages: '"page_path","page_title","views","unique_views","avg_focus_time_ms","avg_scroll_depth"',
  pageviews:
    '"page_path","page_title","session_id","referrer","entered_at","exited_at","focus_time_ms","scroll_depth","word_count"',
  sessions:
    '"session_id","ip","city","region","country","latitude","longitude","browser","browser_version","os","os_version","device_type","referrer_source","referrer_medium","utm_source","utm_medium","utm_campaign","first_seen_at","last_seen_at"',
};

test('a site without data is a header line', async () => {
  for (const [what, header] of Object.entries(headers)) {
    const { status, text } = await service.download(what, { site_id: 'empty' });
    expect([status, text]).toEqual([200, `${header}\n`]);
  }
  const later = [...propertyNames.slice(propertyNames.indexOf('hostname')), ...computedNames];
  const { text } = await service.download('sessions', { site_id: 'empty', columns: 'all' });
  expect(text).toBe(`${headers.sessions},"${later.join('","')}"\n`);
});

describe('pageviews', () => {
  test('one complete row for each pageview entered in the period, sorted by the hour of its session, then by time', async () => {
    const at = { site_id: 'pageviews' };
    const [first, second] = [numberedId(hoursAgo(2), 1), numberedId(hoursAgo(1), 2)];
    const inFirst = { ...at, session_id: first };
    const read = { ...inFirst, pageview_id: numberedId(hoursAgo(2), 3), page_path: '/read' };
    const inSecond = (number: number, pinged_at: number, page_path: string) =>
      ping(pinged_at, at, { session_id: second, pageview_id: numberedId(hoursAgo(1), number), page_path });
    await service.insert([
      ping(hoursAgo(2) + 123, read, { page_title: 'Read, "twice"', referrer: 'https://example.com/?a=1,2' }),
      // The visitor left after the period: the row is still complete.
      ping(now + 5000, read, { type: 'engage', focus_time_ms: 9001, scroll_depth: 80, word_count: 1200 }),
      inSecond(5, hoursAgo(1) + 1, '/b'),
      inSecond(4, hoursAgo(1) + 1, '/a'),
      inSecond(6, hoursAgo(1), '/c'),
      ping(now, inFirst, { page_path: '/too-late' }),
      ping(hoursAgo(7 * 24) - 1, inFirst, { page_path: '/too-early' }),
      { site_id: 'other', pinged_at: hoursAgo(1) },
    ]);
    const { text } = await service.download('pageviews', at);
    expect(text).toBe(`${headers.pageviews}
"/read","Read, ""twice""","${first}","https://example.com/?a=1,2","2026-11-21T08:15:00.123Z","2026-11-21T10:15:05.000Z",9001,80,1200
"/c","","${second}","","2026-11-21T09:15:00.000Z","2026-11-21T09:15:00.000Z",0,0,
"/a","","${second}","","2026-11-21T09:15:00.001Z","2026-11-21T09:15:00.001Z",0,0,
"/b","","${second}","","2026-11-21T09:15:00.001Z","2026-11-21T09:15:00.001Z",0,0,
`);
    // The bytes are the same each time.
    expect((await service.download('pageviews', at)).text).toBe(text);
  });
});

describe('the response', () => {
  test('is an attachment named after its site and days', async () => {
    const days = { start: '2026-11-01', end: '2026-11-02', timezone: 'Asia/Kathmandu' };
    const { headers } = await service.download('pageviews', { site_id: 'my.site', ...days });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="my.site-pageviews-2026-11-01-2026-11-02.csv"',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
      'cache-control': 'no-store',
    });
    expect(headers.get('content-encoding')).toBeNull();
  });

  test('has the same headers for HEAD, and no body', async () => {
    const { status, headers, text } = await service.download('pageviews', {}, { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toMatch(/\.csv"$/);
  });

  // What it says: refused.test.ts.
  test('to a wrong parameter is an error in JSON', async () => {
    const { status, headers } = await service.download('pageviews', { format: 'xlsx' });
    const [type, disposition] = ['content-type', 'content-disposition'].map((name) => headers.get(name));
    expect([status, type, disposition]).toEqual([400, 'application/json; charset=utf-8', null]);
  });

  test.each([
    [{ accept: '*/*' }, 200],
    [{ accept: 'text/csv' }, 200],
    [{ accept: 'text/csv; charset=utf-8; header=absent' }, 200],
    [{ accept: 'application/json' }, 406],
    [{ authorization: `Basic ${key}` }, 401],
  ])('to %j is %i', async (headers, expected) => {
    expect((await service.download('pageviews', {}, { headers })).status).toBe(expected);
  });
});

describe('formats', () => {
  /** Titles that a careless CSV writer or reader corrupts. */
  const odd = ['line\nfeed, "quotes", return\r and both\r\n', 'backslash \\ \\N, nul \0, 日本語 😀 \u202e'];

  const ids = (index: number) => ({
    pinged_at: minutesAgo(50) + index,
    session_id: numberedId(minutesAgo(50), index),
    pageview_id: numberedId(minutesAgo(50), index),
  });

  const inOdd = { site_id: 'odd' };

  beforeAll(async () => {
    await service.insert([
      ...odd.map((page_title, index) => ({ ...inOdd, ...ids(index), page_title })),
      { ...inOdd, ...ids(0), event: 'Signup' },
      { site_id: 'lines', ...ids(1), latitude: 52.5, longitude: null, city: '' },
    ]);
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
    const place = { city: '', latitude: 52.5, longitude: null };
    const { session_id } = ids(1);
    const first_seen_at = '2026-11-21T09:25:00.001Z';
    expect(JSON.parse(text)).toMatchObject({ session_id, ...place, first_seen_at });
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
});
