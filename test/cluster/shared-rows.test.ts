import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { now, visit } from '../api/query-service.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { serviceOver } from './sharded-query.ts';
import { startShards, type TestShards } from './shards.ts';

const day = 86_400_000;
const daysAgo = (days: number) => now - days * day;

let started: TestShards;
let service: Awaited<ReturnType<typeof serviceOver>>;

beforeAll(async () => {
  started = await startShards(2);
  service = await serviceOver(started);
  const [first, second] = started.shards.map(({ client }) => client);
  if (!first || !second) throw new Error('there are two shards');
  const ann = uuid7(daysAgo(9));
  const ben = uuid7(daysAgo(3));
  const view = (at: number, visitor: string, page_title: string) => ({
    pinged_at: at,
    page_path: '/a',
    page_title,
    ...visit(at, visitor),
  });
  const order = { event: 'Order', event_id: 'order 1' };
  const [viewed, again] = [view(daysAgo(3), ben, 'Old'), view(daysAgo(2), ben, 'New')];
  await insertPings(first, [
    view(daysAgo(9), ann, 'Oldest'),
    viewed,
    { ...viewed, ...order, pageview_id: uuid7(daysAgo(3)), ping_id: uuid7(daysAgo(3)) },
  ]);
  await insertPings(second, [
    view(daysAgo(4), ann, 'Older'),
    again,
    { ...again, ...order, pageview_id: uuid7(daysAgo(2)), ping_id: uuid7(daysAgo(2)) },
  ]);
  // The first shard, which is asked, knows no session of the shop.
  const sale = { site_id: 'shop', pinged_at: daysAgo(2), ...visit(daysAgo(2), ben) };
  await insertPings(second, [
    { ...sale, page_path: '/' },
    { ...sale, ...order, ping_id: uuid7(daysAgo(2)) },
  ]);
  // On one day two sessions of a visitor, on different shards.
  for (const [hour, client] of [first, second].entries()) {
    const at = daysAgo(2) + hour * 3_600_000;
    await insertPings(client, [{ site_id: 'news', pinged_at: at, page_path: '/', ...visit(at, ben) }]);
  }
});

afterAll(async () => {
  await service?.stop();
  await started?.stop();
});

async function read(path: string, parameters = '', site = 'blog'): Promise<unknown> {
  const { text } = await service.get(`/api/v1/${path}?site_id=${site}&period=7d${parameters}`);
  return JSON.parse(text).data;
}

async function everything() {
  return {
    overview: await read('overview'),
    newcomers: await read('overview', '&filter=visitor_type:new'),
    pages: await read('pages'),
    events: await read('events'),
    days: await read('pageviews-over-time', '&granularity=day', 'news'),
  };
}

/** Ann came before the period, on the other shard. Ben and his order are on both. */
const expected = {
  overview: expect.objectContaining({ pageviews: 3, unique_visitors: 2, returning_visitor_percentage: 50 }),
  newcomers: expect.objectContaining({ pageviews: 1, unique_visitors: 1 }),
  pages: [expect.objectContaining({ page_path: '/a', page_title: 'New', views: 3 })],
  events: [expect.objectContaining({ event: 'Order', events: 1, unique_visitors: 1, sessions: 1 })],
  days: expect.arrayContaining([
    expect.objectContaining({
      bucket: expect.stringContaining(new Date(daysAgo(2)).toISOString().slice(0, 10)),
      unique_visitors: 1,
      sessions: 2,
    }),
  ]),
};

test('visitors, titles and ids of events with rows on both shards count once', async () => {
  expect(await everything()).toEqual(expected);
});

test('they do when one shard has settled its days, and when both have', async () => {
  for (const { client } of started.shards) {
    for (const table of settledTables) {
      for (const days of [9, 4, 3, 2]) {
        await rebuildDay(client, table, new Date(daysAgo(days)).toISOString().slice(0, 10), { lagMs: 0 });
      }
    }
    expect(await everything()).toEqual(expected);
  }
});

test('a shard finds the sessions of its events, though the one that is asked has none', async () => {
  const sold = [expect.objectContaining({ event: 'Order', events: 1 })];
  expect(await read('events', '&filter=visitor_type:new', 'shop')).toEqual(sold);
  expect(await read('events', '&filter=exit_page:/', 'shop')).toEqual(sold);
  expect(await read('events', '&filter=visitor_type:returning', 'shop')).toEqual([]);
});
