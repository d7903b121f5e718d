import { readFileSync, writeFileSync } from 'node:fs';
import { report as ask } from '../flow/visit.ts';
import { eventually } from '../harness/eventually.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

const key = 'the key of the demo';
const ports = { QUERY_PORT: '0', INGEST_PORT: '0', CLICKHOUSE_HTTP_PORT: '0' };
let program: Program | undefined;
let queryUrl = '';
/** What the first start printed. */
let printed: string | undefined;

async function start(): Promise<void> {
  program = await startProgram([process.execPath, 'dist/standalone.js', '--demo'], {
    env: { DATA_DIR: inFolder(), API_KEY: key, ...ports },
    readyUrls: [],
  });
  await program.printed('Ctrl-C stops it');
  printed ??= program.output();
  queryUrl = /Dashboard +(\S+)\/\n/.exec(program.output())?.[1] ?? '';
}

beforeAll(start);
afterAll(() => program?.end('SIGTERM'));
// Removed after the end of the program.
const inFolder = folderOfFile();

const report = async <Data = object[]>(path: string): Promise<Data> =>
  (await ask({ queryUrl, key }, path)) as Data;
type Counts<Names extends string> = Record<Names, number>;
/** What the service for changes answers. */
const managed = async (path: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${queryUrl}/api/manage/v1/${path}`, { headers })).json();
};

/**
 * Whole days that are over, so that a later start finds them as they are: not yesterday, as who came before midnight may be there
 * for a while after it.
 */
const now = Date.now();
const day = (back: number) => new Date(now - back * 86_400_000).toISOString().slice(0, 10);
const past = `start=${day(29)}&end=${day(2)}`;

test('it prints its progress, then the address of the dashboard, and that visitors keep coming', () => {
  expect(queryUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  for (const line of [
    'Filling the demo ██████████████████████████████ 100%',
    'Key          the API_KEY that you set\n',
    'Demo visitors keep coming to three sites until it stops.',
  ])
    expect(printed).toContain(line);
});

test('four weeks of plausible visits are there', async () => {
  type Totals = 'pageviews' | 'sessions' | 'unique_visitors' | 'bounce_rate' | 'avg_session_duration_seconds';
  const totals = await report<Counts<Totals>>(`/overview?${past}`);
  expect(totals.sessions).toBeGreaterThan(20_000);
  expect(totals.pageviews / totals.sessions).toBeGreaterThan(1.4);
  expect(totals.pageviews / totals.sessions).toBeLessThan(2.5);
  expect(totals.bounce_rate).toBeGreaterThan(40);
  expect(totals.bounce_rate).toBeLessThan(70);
  expect(totals.unique_visitors).toBeLessThan(totals.sessions);
  expect(totals.avg_session_duration_seconds).toBeGreaterThan(60);

  const overTime = (range: string) =>
    report<{ bucket: string; pageviews: number }[]>(`/pageviews-over-time?${range}`);
  const byDay = await overTime(`${past}&granularity=day`);
  expect(byDay.filter(({ pageviews }) => pageviews > 800)).toHaveLength(28);
  const mean = (weekday: number) => {
    const those = byDay.filter(({ bucket }) => new Date(bucket).getUTCDay() === weekday);
    return those.reduce((sum, { pageviews }) => sum + pageviews, 0) / those.length;
  };
  expect(mean(1)).toBeGreaterThan(mean(6)); // Monday, Saturday

  const byHour = await overTime(`start=${day(8)}&end=${day(8)}&granularity=hour`);
  const [night, evening] = [byHour[4]?.pageviews ?? 0, byHour[19]?.pageviews ?? 0];
  expect(evening).toBeGreaterThan(night);
});

test('pages follow Zipf, and sources, campaigns, countries, devices and cities are all there', async () => {
  type Page = { page_title: string } & Counts<'views' | 'avg_scroll_depth' | 'avg_focus_time_ms'>;
  const pages = await report<Page[]>(`/pages?${past}&limit=100`);
  expect(pages.length).toBeGreaterThan(25);
  expect(pages.filter((page) => !page.page_title)).toEqual([]);
  const [first, , , , fifth, ...others] = pages;
  expect(first?.views).toBeGreaterThan(3 * (fifth?.views ?? 0));
  expect(fifth?.views).toBeGreaterThan(3 * (others.at(-1)?.views ?? 0));
  expect(Math.min(...pages.map((page) => page.avg_scroll_depth))).toBeGreaterThan(30);
  expect(Math.min(...pages.map((page) => page.avg_focus_time_ms))).toBeGreaterThan(3000);

  const visits = ['source', 'medium', 'utm_campaign', 'country', 'city', 'browser', 'os', 'device_type'];
  const lists = await Promise.all(
    [...visits, 'entry_page'].map((name) => report(`/breakdown?dimension=${name}&${past}&limit=100`)),
  );
  expect(Math.min(...lists.map((list) => list.length))).toBeGreaterThanOrEqual(3);

  const [google] = await report(`/sources?${past}`);
  expect(google).toMatchObject({ source: 'Google', medium: 'organic' });
});

test('its sites have names, a group, goals, funnels, annotations, web vitals and a key to share', async () => {
  const guest = { name: 'Guest of the demo', sites: ['blog'], rights: ['read'] };
  expect(await managed('keys')).toMatchObject({ data: [guest] });
  const notes = await report(`/annotations?site_id=@kitchen&start=${day(59)}&end=${day(0)}`);
  expect(notes.filter((note) => 'created_by' in note && note.created_by === 'demo')).toHaveLength(3);
  for (const id of ['blog', 'shop', 'courses']) {
    const site = await report<{ funnels: Record<string, string[]> }>(`/sites/${id}?period=1h`);
    const named = { name: expect.stringContaining('Slow Kitchen'), group: 'kitchen' };
    expect(site).toMatchObject({ ...named, goals: {}, funnels: {} });
    for (const steps of Object.values(site.funnels)) {
      const query = steps.map((step) => `step=${encodeURIComponent(step)}`);
      const reached = await report<{ entered: number }[]>(`/funnel?site_id=${id}&${past}&${query.join('&')}`);
      expect(reached.at(-1)?.entered).toBeGreaterThan(5);
    }
    const vitals = [{ lcp_ms: { p75: expect.any(Number) } }];
    expect(await report(`/vitals?site_id=${id}&${past}`)).toMatchObject(vitals);
  }
});

/** A zone in which it is evening: shortly after midnight nobody has ordered yet. */
function eveningZone(): string {
  const ahead = ((20 - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

test('an alert has fired, which the dashboard lists', async () => {
  const sites = inFolder('sites.yaml');
  writeFileSync(sites, readFileSync(sites, 'utf8').replaceAll('Europe/Berlin', eveningZone()));
  const first = expect.objectContaining({ alert: 'First order of the day', site_id: 'shop' });
  const fired = expect.objectContaining({ data: expect.arrayContaining([first]) });
  await eventually(() => managed('alerts/fired'), fired, 500_000);
});

test('a second start with --demo changes no number', async () => {
  const paths = ['overview', 'pages', 'sources', 'geo', 'devices', 'pageviews-over-time', 'pings'];
  const numbers = () => Promise.all(paths.map((path) => report(`/${path}?${past}`)));
  const before = await numbers();
  await program?.end('SIGTERM');
  await start();
  expect(await numbers()).toEqual(before);
});
