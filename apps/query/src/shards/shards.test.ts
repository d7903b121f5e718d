import type { ClickHouseSettings } from '@clickhouse/client';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { askShards, type Shards } from './shards.ts';

const current = async () => true;
const behind = async () => false;
const away = () => Promise.reject(new Error('away'));

/** The settings of a report, or its error. @param replicas of each shard */
async function settingsWith(...replicas: (() => Promise<boolean>)[][]): Promise<ClickHouseSettings | string> {
  // Nothing is asked of it.
  const client = createClickHouse({ url: 'http://127.0.0.1:1' }, createLogger('test', 'silent'));
  const close = () => client.close();
  const here = Object.assign(client, { look: async () => 'here' as const });
  const shards: Shards = {
    name: 'tallyhouse',
    database: 'stats',
    partial: false,
    unknown: async () => [],
    each: replicas.map((ofShard, index) => ({ number: index + 1, client: here, replicas: ofShard, close })),
    close,
  };
  try {
    return await askShards(client, shards, undefined, async (settings) => settings);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await close();
  }
}

const atPlace = (place: number) =>
  expect.objectContaining({ load_balancing: 'first_or_random', load_balancing_first_offset: `${place}` });
const anywhere = expect.not.objectContaining({ load_balancing: expect.anything() });

test('reports over several shards read the first place at which no replica is away or behind', async () => {
  expect(await settingsWith([current, current], [current, current])).toEqual(atPlace(0));
  expect(await settingsWith([current, current], [behind, current])).toEqual(atPlace(1));
  expect(await settingsWith([away, current], [current, current])).toEqual(atPlace(1));
});

test('without such a place there is no report', async () => {
  const message = 'A replica of the database is behind the others. Please try again.';
  expect(await settingsWith([current, behind], [behind, current])).toBe(message);
  expect(await settingsWith([current], [behind])).toBe(message);
});

test('a shard whose replicas are all away is another matter, and so are tables that are not replicated', async () => {
  expect(await settingsWith([current, current], [away, away])).toEqual(atPlace(0));
  expect(await settingsWith([away], [away])).toEqual(anywhere);
  expect(await settingsWith([], [])).toEqual(anywhere);
  expect(await settingsWith([behind, current])).toEqual(anywhere);
});
