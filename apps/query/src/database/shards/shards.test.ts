import type { ClickHouseSettings } from '@clickhouse/client';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { askShards } from './ask.ts';
import type { Shards } from './shards.ts';

const answers: Record<string, () => Promise<boolean>> = {
  current: async () => true,
  behind: async () => false,
  away: () => Promise.reject(new Error('away')),
};

/** The settings of a report, or its error. @param replicas of each shard, such as `current behind, away current` */
async function settingsWith(replicas: string): Promise<ClickHouseSettings | string> {
  // Nothing is asked of it.
  const client = createClickHouse({ url: 'http://127.0.0.1:1' }, createLogger('test', 'silent'));
  const close = () => client.close();
  const here = Object.assign(client, { look: async () => 'here' as const });
  const shards: Shards = {
    name: 'tallyhouse',
    database: 'stats',
    partial: false,
    unknown: async () => [],
    each: replicas.split(', ').map((ofShard, index) => ({
      number: index + 1,
      client: here,
      replicas: ofShard.split(' ').flatMap((replica) => answers[replica] ?? []),
      close,
    })),
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

const behindOthers = 'A replica of the database is behind the others. Please try again.';

test.each([
  ['current current, current current', 'the first place', atPlace(0)],
  ['current current, behind current', 'the first place at which no replica is behind', atPlace(1)],
  ['away current, current current', 'the first place at which none is away', atPlace(1)],
  ['current behind, behind current', 'nothing, without such a place', behindOthers],
  ['current, behind', 'nothing, without such a place', behindOthers],
  ['current current, away away', 'a place of the shard that is there', atPlace(0)],
  ['away, away', 'any place, as all are away', anywhere],
  ['none, none', 'any place of tables that are not replicated', anywhere],
  ['behind current', 'any place of a single shard', anywhere],
])('over shards with the replicas %s a report reads %s', async (replicas, _, expected) => {
  expect(await settingsWith(replicas)).toEqual(expected);
});
