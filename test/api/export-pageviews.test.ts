import { numberedId } from '../harness/uuid7.ts';
import { download } from './download.ts';
import { hoursAgo, key, minutesAgo, now, type QueryService, startQueryService } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const header =
  '"page_path","page_title","session_id","referrer","entered_at","exited_at","focus_time_ms","scroll_depth","word_count"\n';

test('a site without data is a header line', async () => {
  const { status, text } = await download(service, 'pageviews', { site_id: 'empty' });
  expect([status, text]).toEqual([200, header]);
});

test('one complete row for each pageview entered in the period, sorted by the hour of its session, then by time', async () => {
  const at = { site_id: 'rows' };
  const [first, second] = [numberedId(hoursAgo(2), 1), numberedId(hoursAgo(1), 2)];
  const read = { ...at, session_id: first, pageview_id: numberedId(hoursAgo(2), 3), page_path: '/read' };
  await service.insert([
    {
      ...read,
      pinged_at: hoursAgo(2) + 123,
      page_title: 'Read, "twice"',
      referrer: 'https://example.com/?a=1,2',
    },
    {
      ...read,
      pinged_at: now + 5000, // left after the period: the row is still complete
      type: 'engage',
      focus_time_ms: 9001,
      scroll_depth: 80,
      word_count: 1200,
    },
    {
      ...at,
      session_id: second,
      pageview_id: numberedId(hoursAgo(1), 5),
      pinged_at: hoursAgo(1) + 1,
      page_path: '/b',
    },
    {
      ...at,
      session_id: second,
      pageview_id: numberedId(hoursAgo(1), 4),
      pinged_at: hoursAgo(1) + 1,
      page_path: '/a',
    },
    {
      ...at,
      session_id: second,
      pageview_id: numberedId(hoursAgo(1), 6),
      pinged_at: hoursAgo(1),
      page_path: '/c',
    },
    { ...at, session_id: first, pinged_at: now, page_path: '/too-late' },
    { ...at, session_id: first, pinged_at: hoursAgo(7 * 24) - 1, page_path: '/too-early' },
    { site_id: 'other', pinged_at: hoursAgo(1) },
  ]);
  const { text } = await download(service, 'pageviews', at);
  expect(text).toBe(`${header}\
"/read","Read, ""twice""","${first}","https://example.com/?a=1,2","2026-11-21T08:15:00.123Z","2026-11-21T10:15:05.000Z",9001,80,1200
"/c","","${second}","","2026-11-21T09:15:00.000Z","2026-11-21T09:15:00.000Z",0,0,
"/a","","${second}","","2026-11-21T09:15:00.001Z","2026-11-21T09:15:00.001Z",0,0,
"/b","","${second}","","2026-11-21T09:15:00.001Z","2026-11-21T09:15:00.001Z",0,0,
`);
  // The same bytes each time.
  expect((await download(service, 'pageviews', at)).text).toBe(text);
});

test('limit and offset are checked, and have no effect', async () => {
  const at = { site_id: 'many' };
  await service.insert(
    Array.from({ length: 130 }, (_, index) => ({ ...at, pinged_at: minutesAgo(index + 1) })),
  );
  const lines = async (parameters: Record<string, string>) =>
    (await download(service, 'pageviews', { ...at, ...parameters })).text.split('\n').length - 2;
  expect(await lines({})).toBe(130);
  expect(await lines({ limit: '1', offset: '5' })).toBe(130);
  const { status, text } = await download(service, 'pageviews', { limit: '101' });
  expect([status, JSON.parse(text).error.parameter]).toEqual([400, 'limit']);
});

test('filters select pageviews', async () => {
  const at = { site_id: 'filtered' };
  await service.insert([
    { ...at, session_id: numberedId(hoursAgo(1), 7), pinged_at: hoursAgo(1), page_path: '/a', country: 'NL' },
    { ...at, session_id: numberedId(hoursAgo(1), 8), pinged_at: hoursAgo(1), page_path: '/a', country: 'FR' },
    {
      ...at,
      session_id: numberedId(hoursAgo(1), 8),
      pinged_at: hoursAgo(1) + 1,
      page_path: '/b',
      country: 'FR',
    },
  ]);
  const sessions = async (filter: string) =>
    (await download(service, 'pageviews', { ...at, filter })).text.match(/00000000000./g);
  expect(await sessions('country:NL')).toEqual(['000000000007']);
  expect(await sessions('country:FR')).toEqual(['000000000008', '000000000008']);
  expect(await sessions('page:/b')).toEqual(['000000000008']);
});

describe('the answer', () => {
  test('is an attachment named after its site and days', async () => {
    const { headers } = await download(service, 'pageviews', {
      site_id: 'my.site',
      start: '2026-11-01',
      end: '2026-11-02',
      timezone: 'Asia/Kathmandu',
    });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="my.site-pageviews-2026-11-01-2026-11-02.csv"',
    );
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-encoding')).toBeNull();
  });

  test('has the same headers for HEAD, and no body', async () => {
    const { status, headers, text } = await download(service, 'pageviews', {}, { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toMatch(/\.csv"$/);
  });

  test.each([
    [{ format: 'xlsx' }, 'format', 'format must be one of csv, jsonl, parquet.'],
    [{ raw: 'yes' }, 'raw', 'raw must be 0 or 1.'],
    [{ start: '2026-11-02', end: '2026-11-01' }, 'end', 'end must be later than start.'],
  ])('to %j is an error in JSON', async (parameters: Record<string, string>, parameter, message) => {
    const { status, headers, text } = await download(service, 'pageviews', parameters);
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-disposition')).toBeNull();
    expect(JSON.parse(text)).toEqual({ error: { code: 'invalid_parameter', message, parameter } });
  });

  test.each([
    ['*/*', 200],
    ['text/csv', 200],
    ['application/json', 406],
  ])('to Accept: %s is %i', async (accept, expected) => {
    expect((await download(service, 'pageviews', {}, { headers: { accept } })).status).toBe(expected);
  });

  test('without the key is 401', async () => {
    const { status } = await download(
      service,
      'pageviews',
      {},
      { headers: { authorization: `Basic ${key}` } },
    );
    expect(status).toBe(401);
  });
});
