import { numberedId } from '../harness/uuid7.ts';
import { download } from './download.ts';
import { hoursAgo, minutesAgo, type QueryService, startQueryService } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const header =
  '"session_id","ip","city","region","country","latitude","longitude","browser","browser_version","os","os_version","device_type","referrer_source","referrer_medium","utm_source","utm_medium","utm_campaign","first_seen_at","last_seen_at"\n';

const known = numberedId(minutesAgo(50), 1);
const unknown = numberedId(minutesAgo(50), 2);

test('one row for each session whose first ping is in the period, with the properties of that ping', async () => {
  const at = { site_id: 'rows', session_id: known };
  await service.insert([
    {
      ...at,
      pinged_at: minutesAgo(50) + 7,
      ip: '2001:db8::1',
      country: 'NL',
      region: 'North Holland',
      city: "'s-Graveland",
      latitude: 52.2458,
      longitude: -5.1225,
      browser: 'Firefox',
      browser_version: '144.0',
      os: 'Windows',
      os_version: '10',
      device_type: 'desktop',
      source: 'Hacker News',
      medium: 'social',
      utm_source: 'hn',
      utm_medium: 'link',
      utm_campaign: 'launch, autumn',
    },
    {
      ...at,
      pinged_at: minutesAgo(40),
      source: 'Google',
      medium: 'organic',
      country: 'DE',
      browser: 'Chrome',
    },
    { site_id: 'rows', session_id: unknown, pinged_at: minutesAgo(30) },
    { site_id: 'rows', pinged_at: hoursAgo(3) },
  ]);
  const { text, headers } = await download(service, 'sessions', { site_id: 'rows', period: '1h' });
  expect(text).toBe(`${header}\
"${known}","2001:db8::1","'s-Graveland","North Holland","NL",52.2458,-5.1225,"Firefox","144.0","Windows","10","desktop","Hacker News","social","hn","link","launch, autumn","2026-11-21T09:25:00.007Z","2026-11-21T09:35:00.000Z"
"${unknown}","","","","",,,"","","","","","Direct","none","","","","2026-11-21T09:45:00.000Z","2026-11-21T09:45:00.000Z"
`);
  expect(headers.get('content-disposition')).toBe(
    'attachment; filename="rows-sessions-2026-11-21-2026-11-21.csv"',
  );
});

test('a session is complete though it continues after the end, and belongs to no period in which it only continues', async () => {
  const at = { site_id: 'edges', session_id: known };
  await service.insert([
    { ...at, pinged_at: minutesAgo(50) },
    { ...at, pinged_at: minutesAgo(20) },
  ]);
  const rows = async (start: string, end: string) =>
    (await download(service, 'sessions', { site_id: 'edges', start, end })).text.slice(header.length);
  expect(await rows('2026-11-21T09:00Z', '2026-11-21T09:30Z')).toContain(
    '"2026-11-21T09:25:00.000Z","2026-11-21T09:55:00.000Z"\n',
  );
  expect(await rows('2026-11-21T09:30Z', '2026-11-21T10:00Z')).toBe('');
});

test('with columns=all, columns that were added later follow', async () => {
  const at = { site_id: 'more' };
  await service.insert([
    {
      ...at,
      session_id: known,
      pinged_at: minutesAgo(50),
      hostname: '=example.org',
      language: 'de-AT',
      screen: 'sm',
    },
    { ...at, session_id: known, pinged_at: minutesAgo(40), hostname: 'other.example' },
  ]);
  const { text } = await download(service, 'sessions', { ...at, columns: 'all' });
  const [names = '', line = ''] = text.split('\n');
  expect(names).toBe(`${header.trimEnd()},"hostname","language","screen"`);
  expect(line).toMatch(/,"2026-11-21T09:35:00.000Z","'=example.org","de-AT","sm"$/);
  const lines = await download(service, 'sessions', { ...at, columns: 'all', format: 'jsonl' });
  expect(JSON.parse(lines.text)).toMatchObject({ hostname: '=example.org' });
});

test('filters select sessions', async () => {
  const at = { site_id: 'filtered' };
  await service.insert([
    { ...at, session_id: known, pinged_at: minutesAgo(50), page_path: '/a', source: 'Bing' },
    { ...at, session_id: unknown, pinged_at: minutesAgo(50), page_path: '/b' },
  ]);
  for (const filter of ['source:Bing', 'page:/a', 'exit_page:/a', 'source!:Direct']) {
    const { text } = await download(service, 'sessions', { ...at, filter });
    expect(text.split('\n').map((line) => line.slice(1, 37))).toEqual([header.slice(1, 37), known, '']);
  }
});
