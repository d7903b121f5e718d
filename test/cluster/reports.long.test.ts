import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { visit } from '../api/query-service.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { expectAgreements } from '../oracle/rounds.ts';
import { type Stage, startStage } from '../oracle/stage.ts';
import { now } from '../oracle/traffic/anchors.ts';
import { once } from './once.ts';
import { insertOver, serviceOver } from './sharded-query.ts';
import { clientOf, startShards, type TestShards } from './shards.ts';

const day = 86_400_000;
const daysAgo = (days: number) => now - days * day;

let started: TestShards;
let service: Awaited<ReturnType<typeof serviceOver>>;
let stage: Stage;

beforeAll(async () => {
  started = await startShards(2);
  const { shards, database } = started;
  const logger = createLogger('test', 'silent');
  const readers = shards.map(({ readerUrl }) => createClickHouse({ url: readerUrl, database }, logger));
  stage = await startStage(async (listed) => {
    service = await serviceOver(started, { listed, clock: () => now });
    return {
      url: service.url,
      clients: shards.map(({ client }) => client),
      readers,
      insert: (pings) => insertOver(started, pings),
      async stop() {
        await service.stop();
        await Promise.all(readers.map((reader) => reader.close()));
        await started.stop();
      },
    };
  });
});
afterAll(() => stage?.stop());

const agree = once(async () => {
  const cases = Number(process.env['ORACLE_CASES'] ?? 60);
  const met = await expectAgreements(stage, cases, process.env['ORACLE_SEED'] ?? '1');
  expect(met.settled).toBeGreaterThan(0);
});
const hour = 3_600_000;
test(
  'over two shards every report equals its definition, whichever days each shard has settled',
  agree,
  hour,
);

describe('rows of one visitor, page or event on both shards', () => {
  const stored = once(async () => {
    // Its reports about all sites know no others.
    await agree();
    const [first, second] = [clientOf(started, 1), clientOf(started, 2)];
    const [ann, ben] = [uuid7(daysAgo(9)), uuid7(daysAgo(3))];
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
    for (const [index, client] of [first, second].entries()) {
      const at = daysAgo(2) + index * hour;
      await insertPings(client, [{ site_id: 'news', pinged_at: at, page_path: '/', ...visit(at, ben) }]);
    }
  });

  async function read(path: string, parameters = '', site = 'blog'): Promise<unknown> {
    await stored();
    const { text } = await service.get(`/api/v1/${path}?site_id=${site}&period=7d${parameters}`);
    return JSON.parse(text).data;
  }

  const everything = async () => ({
    overview: await read('overview'),
    newcomers: await read('overview', '&filter=visitor_type:new'),
    pages: await read('pages'),
    events: await read('events'),
    days: await read('pageviews-over-time', '&granularity=day', 'news'),
  });

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

  test('count once, also when one shard has settled its days, and when both have', async () => {
    expect(await everything()).toEqual(expected);
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
});
