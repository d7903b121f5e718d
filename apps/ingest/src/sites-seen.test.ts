import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createLogger, createRegistry } from '@tallyhouse/service';
import { noSites } from '@tallyhouse/sites';
import { folderOfTest } from '../../../test/harness/temporary-folder.ts';
import { taken } from './answers-under-test.ts';
import { ingestUnderTest, keyed } from './ingest-under-test.ts';
import { createSitePings } from './site-pings.ts';
import { openSitesSeen, type SitesSeenDeps } from './sites-seen.ts';

const inFolder = folderOfTest();
const file = () => inFolder('seen.txt');

const pings = (sites: string) => sites.split(' ').map((site_id) => ({ page_path: '/', site_id }));

/** Starts ingest, which listed sites and at most three others may use, and ends it after `use`. */
async function during(
  use: (take: (sites: string, headers?: Record<string, string>) => Promise<string>) => Promise<void>,
  knownSites: string[] = [],
) {
  const SITES_FILE = inFolder('sites.json');
  writeFileSync(SITES_FILE, '{"sites": {"blog": {}, "shop": {}}}');
  const env = { SITES_FILE, SITES_SEEN_FILE: file(), SITES_SEEN_MAX: '3' };
  await using ingest = await ingestUnderTest(env, { knownSites });
  await use(async (sites, headers) => {
    ingest.messages.length = 0;
    await ingest.ping(pings(sites), headers);
    const accepted = ingest.rows().filter((row) => row['drop_reason'] === '');
    return accepted.map((row) => row['site_id']).join(' ');
  });
}

test('senders without the key make so many sites; what is listed or known stays, after a restart too', async () => {
  await during(async (take) => {
    expect(await take('shop x1 blog x2 x1 x3 x4 x5 x3')).toBe('shop x1 blog x2 x1 x3 x3');
    expect(await take('x4 blog x2')).toBe('blog x2');
    expect(await take('ours x4', keyed)).toBe('ours x4');
    expect(await take('ours x4 x5')).toBe('ours x4');
  });
  await during(async (take) => {
    expect(await take('y1 y2 y3 y4 shop ours x3 x2 x4 x1')).toBe('shop ours x3 x2 x4 x1');
  });
});

test('sites of the database are known, in spite of the limit', async () => {
  const known = ['a', 'b', 'c', 'd', 'e'];
  await during(async (take) => expect(await take('x a e x2 blog')).toBe('a e blog'), known);
  await during(async (take) => expect(await take('x c')).toBe('c'));
});

test('a dropped ping makes no site unless it is a view by a bot, and one for a site too many is accounted for', async () => {
  await using ingest = await ingestUnderTest({ SITES_SEEN_MAX: '2' });
  const google = { 'User-Agent': 'Googlebot/2.1' };
  const ended = await ingest.ping([{ ...pings('x0')[0], type: 'engage' }], google);
  expect(ended.body).toEqual(taken(0, { 0: 'bot' }).body);
  expect((await ingest.ping(pings('x1'), google)).body).toEqual(taken(0, { 0: 'bot' }).body);
  const { body } = await ingest.ping(pings('x2 x3'));
  expect(body).toEqual(taken(1, { 1: 'unknown_site' }).body);
  await ingest.ping(pings('x3'), google);
  expect(ingest.column('drop_reason')).toEqual(['bot', 'bot', '', 'unknown_site', 'unknown_site']);
  expect(ingest.column('site_id')).toEqual(['x0', 'x1', 'x2', 'x3', 'x3']);
  expect(ingest.crawls().map((row) => row['site_id'])).toEqual(['x1']);
  expect(await ingest.pixel('page_path=/&site_id=x4')).toMatchObject({ status: 200 });
});

const open = (more: Partial<SitesSeenDeps> = {}) =>
  openSitesSeen({
    file: file(),
    most: 9,
    listed: [],
    sitesNow: () => noSites,
    logger: createLogger('test', 'silent'),
    ...more,
  });

test('a line that a crash cut off or zeroed is no site, and spoils no other', async () => {
  appendFileSync(file(), 'a\r\nb\n\n\0\0\nmy site\ncut-o');
  const before = await open();
  expect([...before.first(9)]).toEqual(['a', 'b']);
  for (const site of ['c', 'a', 'd']) before.note(site);
  await before.close();
  expect(readFileSync(file(), 'utf8')).toBe('a\r\nb\n\n\0\0\nmy site\ncut-o\nc\nd\n');
});

test('each site has a label until there are too many: listed ones first, then as they became known, after a restart too', async () => {
  let now = noSites;
  const list = (ids: string) => ({ ...noSites, sites: new Map([...ids].map((id) => [id, {}])) });
  /** The labels and counts after pings of these sites; most is 4. */
  async function start() {
    const registry = createRegistry();
    const seen = await open({ sitesNow: () => now, listed: ['L'] });
    const count = createSitePings(registry, seen, 4);
    return {
      async send(sites: string) {
        for (const site of sites) {
          seen.note(site);
          count(site);
        }
        const metric = registry.getSingleMetric('tallyhouse_ingest_site_pings_total');
        const { values = [] } = (await metric?.get()) ?? {};
        return Object.fromEntries(values.map(({ labels, value }) => [labels['site'], value]));
      },
      stop: () => seen.close(),
    };
  }
  const first = await start();
  expect(await first.send('abcdcad')).toEqual({ a: 2, b: 1, c: 2, '(others)': 2 });
  await first.stop();
  const second = await start();
  expect(await second.send('xydcL')).toEqual({ c: 1, L: 1, '(others)': 3 });
  // Listed while it runs: the latest of the others makes room.
  now = list('xd');
  expect(await second.send('xdca')).toEqual({ L: 1, x: 1, d: 1, a: 1, '(others)': 5 });
  now = list('vwxyz');
  expect(await second.send('vza')).toEqual({ L: 1, v: 1, x: 1, '(others)': 9 });
  await second.stop();
});
