import { type CrawlParts, insertCrawls } from '../harness/crawls.ts';
import { hoursAgo, seen } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const gptBot = { name: 'GPTBot', operator: 'OpenAI', purpose: 'training', verified: true };
const user = { name: 'ChatGPT-User', operator: 'OpenAI', purpose: 'agent', verified: false };
const claude = { name: 'ClaudeBot', operator: 'Anthropic', purpose: 'training' };
const person = { class: 'person', view_hash: 7 } as const;
const at = hoursAgo(2);
const crawl = (parts: Partial<CrawlParts>): CrawlParts => ({ occurred_at: at, ...parts });
const store = (site_id: string, rows: readonly CrawlParts[]) =>
  insertCrawls(
    service.client,
    rows.map((row) => ({ ...row, site_id: service.nameOf(row.site_id ?? site_id) })),
  );

beforeAll(async () => {
  await store('read', [
    crawl({ ...gptBot, hostname: 'a.example' }),
    crawl({ ...gptBot, page_path: '/b', status: 404 }),
    crawl({ ...gptBot, page_path: '/b', verified: false, seen_by: 'server' }),
    crawl(user),
    crawl({ ...claude, seen_by: 'tracker', status: 0 }),
    crawl({ ...claude, page_path: '/c', id: 'same' }),
    crawl({ ...claude, page_path: '/c', id: 'same' }),
    crawl({ ...claude, occurred_at: hoursAgo(30), page_path: '/old' }),
    crawl(person),
  ]);
  await service.insert([
    { ...seen(at), site_id: 'read', source: 'ChatGPT', medium: 'ai' },
    { ...seen(hoursAgo(3)), site_id: 'read', source: 'ChatGPT', medium: 'ai', page_path: '/b' },
    { ...seen(at), site_id: 'read', source: 'Google', medium: 'organic' },
  ]);
});

const day = { site_id: 'read', period: '24h' };
const none = { visits_back: null, requests_per_visit: null };
const rows = {
  gptBot: { ...gptBot, verified: 2, requests: 3, pages: 2, errors: 1, ...none },
  user: { ...user, verified: 0, requests: 1, pages: 1, errors: 0, ...none },
  claude: { ...claude, verified: null, requests: 2, pages: 2, errors: 0, ...none },
};

test.each([
  [{}, [rows.gptBot, rows.claude, rows.user]],
  [{ filter: 'source:Google' }, []],
  [{ filter: 'prop.plan!~pro', limit: '1' }, [rows.gptBot]],
  [{ filter: 'crawler!~gpt' }, [rows.claude]],
  [{ filter: 'seen_by!~ERV', offset: '2' }, [rows.user]],
  [{ filter: 'hostname:a.example' }, [{ ...rows.gptBot, verified: 1, requests: 1, pages: 1, errors: 0 }]],
])('crawlers with %j', async (asked, expected) => {
  expect(await service.data('/crawlers', { ...day, ...asked })).toEqual(expected);
});

test('of an operator with an assistant, visits come back', async () => {
  const back = { visits_back: 2, requests_per_visit: 2 };
  expect(await service.data('/crawlers', { ...day, by: 'operator' })).toMatchObject([
    { operator: 'OpenAI', requests: 4, ...back },
    { operator: 'Anthropic', requests: 2, visits_back: 0, requests_per_visit: null },
  ]);
  const ofPage = { ...day, by: 'operator', filter: 'page:/b' };
  expect(await service.data('/crawlers', ofPage)).toMatchObject([{ requests: 2, ...back, visits_back: 1 }]);
});

test('every bucket of the series is there', async () => {
  const series = await service.data('/crawlers-over-time', { ...day, period: '3h', granularity: 'hour' });
  expect(series).toMatchObject([
    { requests: 0 },
    { requests: 6, errors: 1 },
    { requests: 0 },
    { requests: 0, errors: 0 },
  ]);
});

test('the export has the requests of crawlers', async () => {
  const { text } = await service.download('crawls', { ...day, filter: 'page:/b' });
  expect(text.split('\n').slice(0, 2)).toEqual([
    '"occurred_at","page_path","status","operator","crawler","purpose","verified","seen_by","ip","user_agent","referrer","id"',
    expect.stringMatching(
      /^"2026-11-21T08:15:00.000Z","\/b",404,"OpenAI","GPTBot","training",true,"log","","",""/,
    ),
  ]);
});

const whole = (
  requests: number,
  person_seen: number,
  person_unseen: number,
  crawler: number,
  error: number,
) => ({
  ...{ requests, person_seen, person_unseen, crawler, error },
});
const line = (seconds: number, parts: Partial<CrawlParts> = {}) =>
  crawl({ ...person, occurred_at: at + 1000 * seconds, ...parts });
const view = (seconds: number, view_hash = 7) => ({ ...seen(at + 1000 * seconds), view_hash });

const covered: [string, CrawlParts[], ReturnType<typeof view>[], ReturnType<typeof whole>][] = [
  ['one pageview serves one line', [line(0), line(1)], [view(2)], whole(2, 1, 1, 0, 0)],
  ['and two serve two', [line(0), line(1)], [view(2), view(3)], whole(2, 2, 0, 0, 0)],
  ['a pageview begins within 60 s', [line(0)], [view(60)], whole(1, 1, 0, 0, 0)],
  ['not later', [line(0)], [view(60.001)], whole(1, 0, 1, 0, 0)],
  ['and not before', [line(0)], [view(-0.001)], whole(1, 0, 1, 0, 0)],
  ['it is of the same browser', [line(0)], [view(1, 8)], whole(1, 0, 1, 0, 0)],
  [
    'a line without a pageview takes none from a later one',
    [line(0), line(70)],
    [view(71)],
    whole(2, 1, 1, 0, 0),
  ],
  ['errors are errors', [line(0, { status: 500 })], [view(1)], whole(1, 0, 0, 0, 1)],
  ['crawlers are crawlers', [line(0, { class: 'crawler', status: 404 })], [view(1)], whole(1, 0, 0, 1, 0)],
  ['a dropped ping is no line', [line(0, { seen_by: 'tracker' })], [], whole(0, 0, 0, 0, 0)],
  ['nothing is nothing', [], [], whole(0, 0, 0, 0, 0)],
];
const siteOf = (name: string) => name.replaceAll(/\W/g, '_').slice(0, 40);
beforeAll(async () => {
  await store(
    'read',
    covered.flatMap(([name, lines]) => lines.map((one) => ({ ...one, site_id: siteOf(name) }))),
  );
  await service.insert(
    covered.flatMap(([name, , views]) => views.map((row) => ({ ...row, site_id: siteOf(name) }))),
  );
});

test.each(covered)('coverage: %s', async (name, _lines, _views, expected) => {
  const asked = { site_id: siteOf(name), period: '24h' };
  expect(await service.data('/coverage', asked)).toEqual(expected);
  if (expected.crawler === 0) return;
  expect(await service.data('/coverage', { ...asked, by: 'browser' })).toEqual([
    { browser: '', ...expected },
  ]);
});

test('a line before the period takes the pageview that is its own', async () => {
  await store('before', [line(-1), line(1)]);
  await service.insert([{ ...view(2), site_id: 'before' }]);
  const asked = {
    site_id: 'before',
    start: new Date(at).toISOString(),
    end: new Date(at + 60_000).toISOString(),
  };
  expect(await service.data('/coverage', { ...asked, by: 'page' })).toEqual([
    { page_path: '/', ...whole(1, 0, 1, 0, 0) },
  ]);
  const buckets = await service.data('/coverage', { ...asked, by: 'bucket', granularity: 'hour' });
  expect(buckets).toEqual([{ bucket: '2026-11-21T08:00:00+00:00', ...whole(1, 0, 1, 0, 0) }]);
});

test('twenty thousand requests of one browser are no burden', async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => line(index / 10));
  await store('many', lines);
  await service.insert(
    lines.map(({ occurred_at }) => ({ ...view((occurred_at - at) / 1000), site_id: 'many' })),
  );
  expect(await service.data('/coverage', { site_id: 'many', period: '24h' })).toEqual(
    whole(20_000, 20_000, 0, 0, 0),
  );
});

test.each([
  ['/crawlers', { filter: 'colour:red' }, 'filter'],
  ['/crawlers', { filter: 'purpose:trainning' }, 'filter'],
  ['/crawlers', { by: 'city' }, 'by'],
  ['/crawlers', { sort: 'rising' }, 'sort'],
  ['/coverage', { by: 'name' }, 'by'],
  ['/overview', { filter: 'operator:OpenAI' }, 'filter'],
])('%s with %j is refused', async (path, asked, parameter) => {
  expect(await service.report(path, asked)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_parameter', parameter } },
  });
});
