import { type CrawlParts, insertCrawls } from '../harness/crawls.ts';
import { hoursAgo, seen } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

/** What the definitions in test/oracle do not say of crawlers and of the coverage. */

const service = forAllTests(joinQueryService);

const at = hoursAgo(2);
const store = (site_id: string, rows: readonly CrawlParts[]) =>
  insertCrawls(
    service.client,
    rows.map((row) => ({ ...row, site_id: service.nameOf(site_id) })),
  );

test('a filter of sessions fits no crawler, and its opposite every one', async () => {
  await store('read', [{ occurred_at: at, name: 'GPTBot' }]);
  const asked = { site_id: 'read', period: '24h' };
  expect(await service.data('/crawlers', { ...asked, filter: 'source:Google' })).toEqual([]);
  const opposite = await service.data('/crawlers', { ...asked, filter: 'prop.plan!~pro' });
  expect(opposite).toMatchObject([{ name: 'GPTBot', requests: 1 }]);
});

test('visits back are unknown for an operator that sends none, and narrowed by the page, not by the source', async () => {
  const [ahrefs, openai] = [{ operator: 'Ahrefs' }, { operator: 'OpenAI' }];
  await store('back', [
    { occurred_at: at, name: 'AhrefsBot', ...ahrefs },
    { occurred_at: at, name: 'GPTBot', ...openai },
  ]);
  const back = { site_id: 'back', source: 'ChatGPT' };
  await service.insert([seen(at, back), seen(at, { ...back, page_path: '/a' })]);
  const asked = { site_id: 'back', period: '24h', by: 'operator' };
  for (const [filter, visits_back] of [
    ['page:/', 1],
    ['page~/', 2],
    ['source!:ChatGPT', 2],
  ] as const)
    expect(await service.data('/crawlers', { ...asked, filter })).toMatchObject([
      { ...ahrefs, visits_back: null },
      { ...openai, visits_back },
    ]);
});

/** The request of a person, and a pageview of the same browser. */
const line = (seconds: number): CrawlParts => {
  return { occurred_at: at + 1000 * seconds, class: 'person', view_hash: 7 };
};
const view = (seconds: number) => ({ ...seen(at + 1000 * seconds), view_hash: 7 });
const lines = (requests: number, person_seen: number) => {
  return { requests, person_seen, person_unseen: requests - person_seen, crawler: 0, error: 0 };
};

test('twenty thousand requests of one browser are no burden', async () => {
  const times = Array.from({ length: 20_000 }, (_, index) => index / 10);
  await store('many', times.map(line));
  await service.insert(times.map((seconds) => ({ ...view(seconds), site_id: 'many' })));
  expect(await service.data('/coverage', { site_id: 'many', period: '24h' })).toEqual(lines(20_000, 20_000));
});

test('of a browser with many requests, each takes the first pageview after it that is left, within a minute', async () => {
  // In bursts with gaps that do not fit: some requests wait for longer than a minute, and some pageviews belong to none.
  const requested = Array.from({ length: 2000 }, (_, index) => index + 97 * Math.floor(index / 128));
  const viewed = Array.from({ length: 2000 }, (_, index) => index + 83 * Math.floor(index / 64));
  await store('bursts', requested.map(line));
  await service.insert(viewed.map((seconds) => ({ ...view(seconds), site_id: 'bursts' })));
  const left = [...viewed];
  const taken = requested.filter((seconds) => {
    const next = left.findIndex((own) => own >= seconds);
    if (next === -1 || (left[next] ?? 0) > seconds + 60) return false;
    left.splice(0, next + 1);
    return true;
  });
  expect(taken).toHaveLength(1293);
  const found = await service.data('/coverage', { site_id: 'bursts', period: '24h' });
  expect(found).toEqual(lines(2000, 1293));
});
