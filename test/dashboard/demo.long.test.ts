import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
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
  // Longer than other starts may take: it stores two months first.
  await eventually(async () => program?.output().includes('Ctrl-C stops it'), true, 500_000);
  printed ??= program.output();
  queryUrl = /Dashboard +(\S+)\/\n/.exec(program.output())?.[1] ?? '';
}

beforeAll(start);
afterAll(() => program?.end('SIGTERM'));
// Removed after the end of the program.
const inFolder = folderOfFile();

const report = async <Data>(path: string, data: z.ZodType<Data>): Promise<Data> =>
  data.parse(await ask({ queryUrl, key }, path));

const count = z.number();
const overview = z.object({
  pageviews: count,
  sessions: count,
  unique_visitors: count,
  bounce_rate: count,
  avg_session_duration_seconds: count,
});
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
    'Filling the demo ██████████████████████████████ 100 %',
    'Key          the API_KEY that you set\n',
    'Demo visitors keep coming to three sites until it stops.',
  ])
    expect(printed).toContain(line);
});

test('four weeks of plausible visits are there', async () => {
  const totals = await report(`/overview?${past}`, overview);
  expect(totals.sessions).toBeGreaterThan(20_000);
  expect(totals.pageviews / totals.sessions).toBeGreaterThan(1.4);
  expect(totals.pageviews / totals.sessions).toBeLessThan(2.5);
  expect(totals.bounce_rate).toBeGreaterThan(40);
  expect(totals.bounce_rate).toBeLessThan(70);
  expect(totals.unique_visitors).toBeLessThan(totals.sessions);
  expect(totals.avg_session_duration_seconds).toBeGreaterThan(60);

  const byDay = await report(
    `/pageviews-over-time?${past}&granularity=day`,
    z.array(z.object({ bucket: z.string(), pageviews: count })),
  );
  expect(byDay.filter(({ pageviews }) => pageviews > 800)).toHaveLength(28);
  const mean = (weekday: number) => {
    const those = byDay.filter(({ bucket }) => new Date(bucket).getUTCDay() === weekday);
    return those.reduce((sum, { pageviews }) => sum + pageviews, 0) / those.length;
  };
  expect(mean(1)).toBeGreaterThan(mean(6)); // Monday, Saturday

  const byHour = await report(
    `/pageviews-over-time?start=${day(8)}&end=${day(8)}&granularity=hour`,
    z.array(z.object({ pageviews: count })),
  );
  const [night, evening] = [byHour[4]?.pageviews ?? 0, byHour[19]?.pageviews ?? 0];
  expect(evening).toBeGreaterThan(night);
});

test('pages follow Zipf, and sources, campaigns, countries, devices and cities are all there', async () => {
  const pages = await report(
    `/pages?${past}&limit=100`,
    z.array(
      z.object({
        page_title: z.string().min(1),
        views: count,
        avg_scroll_depth: count,
        avg_focus_time_ms: count,
      }),
    ),
  );
  expect(pages.length).toBeGreaterThan(25);
  const [first, , , , fifth, ...others] = pages;
  expect(first?.views).toBeGreaterThan(3 * (fifth?.views ?? 0));
  expect(fifth?.views).toBeGreaterThan(3 * (others.at(-1)?.views ?? 0));
  expect(Math.min(...pages.map((page) => page.avg_scroll_depth))).toBeGreaterThan(30);
  expect(Math.min(...pages.map((page) => page.avg_focus_time_ms))).toBeGreaterThan(3000);

  const lists = await Promise.all(
    ['source', 'medium', 'utm_campaign', 'country', 'city', 'browser', 'os', 'device_type', 'entry_page'].map(
      async (dimension) => {
        const path = `/breakdown?dimension=${dimension}&${past}&limit=100`;
        return (await report(path, z.array(z.object({ visits: count })))).length;
      },
    ),
  );
  expect(Math.min(...lists)).toBeGreaterThanOrEqual(3);

  const [google] = await report(
    `/sources?${past}`,
    z.array(z.object({ source: z.string(), medium: z.string() })),
  );
  expect(google).toEqual({ source: 'Google', medium: 'organic' });
});

test('its sites have names, a group, goals, funnels, annotations, web vitals and a key to share', async () => {
  const headers = { authorization: `Bearer ${key}` };
  const keys = await (await fetch(`${queryUrl}/api/manage/v1/keys`, { headers })).json();
  expect(keys).toMatchObject({ data: [{ name: 'Guest of the demo', sites: ['blog'], rights: ['read'] }] });
  const notes = z.array(z.object({ created_by: z.string().nullable() }));
  const { length } = (
    await report(`/annotations?site_id=@kitchen&start=${day(59)}&end=${day(0)}`, notes)
  ).filter(({ created_by }) => created_by === 'demo');
  expect(length).toBe(3);
  const named = z.object({
    name: z.string(),
    group: z.string(),
    goals: z.looseObject({}),
    funnels: z.looseObject({}),
  });
  for (const id of ['blog', 'shop', 'courses']) {
    const site = await report(`/sites/${id}?period=1h`, named);
    expect(site).toMatchObject({ name: expect.stringContaining('Slow Kitchen'), group: 'kitchen' });
    for (const steps of Object.values(site.funnels)) {
      const query = z
        .array(z.string())
        .parse(steps)
        .map((step) => `step=${encodeURIComponent(step)}`);
      const reached = await report(
        `/funnel?site_id=${id}&${past}&${query.join('&')}`,
        z.array(z.object({ entered: count })),
      );
      expect(reached.at(-1)?.entered).toBeGreaterThan(5);
    }
    const vitals = z.array(z.object({ lcp_ms: z.object({ p75: count }) }));
    expect(await report(`/vitals?site_id=${id}&${past}`, vitals)).toHaveLength(1);
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
  const fired = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${queryUrl}/api/manage/v1/alerts/fired`, { headers })).json();
  };
  const first = expect.objectContaining({ alert: 'First order of the day', site_id: 'shop' });
  await eventually(fired, expect.objectContaining({ data: expect.arrayContaining([first]) }), 500_000);
});

test('a second start with --demo changes no number', async () => {
  const paths = ['overview', 'pages', 'sources', 'geo', 'devices', 'pageviews-over-time', 'pings'];
  const numbers = () => Promise.all(paths.map((path) => report(`/${path}?${past}`, z.unknown())));
  const before = await numbers();
  await program?.end('SIGTERM');
  await start();
  expect(await numbers()).toEqual(before);
});
