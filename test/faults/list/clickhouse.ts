import { only } from '@tallyhouse/clickhouse';
import { rowsOf } from '../../harness/clickhouse.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { untilStandstill } from '../cluster/standstill.ts';
import { each, type Fault, type Scene } from '../fault.ts';
import { acknowledgedFor } from './until.ts';

const view = 'visitors_from_pings';

export const clickhouseFaults: Fault<Cluster>[] = [
  {
    id: 'F3',
    title: 'ClickHouse killed with SIGKILL during inserts',
    times: { short: 1, long: 60 },
    inject: each(async ({ system, load, random, injected }) => {
      await load.acknowledgedMore(random.between(1, 80));
      await new Promise<void>((reached) => {
        system.proxy.rules.toServer = (_, insert) => {
          if (insert) setTimeout(reached, random.between(0, 12));
          return 'pass';
        };
      });
      system.proxy.rules = {};
      await system.clickhouse.kill();
      injected();
    }),
  },
  {
    id: 'F4',
    title: 'ClickHouse away for a while',
    times: { short: 1, long: 3 },
    inject: each(async (scene) => {
      await scene.system.clickhouse.stop();
      scene.injected();
      await expectStandstill(scene, 3);
      await scene.system.clickhouse.start();
    }),
  },
  {
    id: 'F5',
    title: 'a view that fails, and is fixed',
    times: { short: 1, long: 10 },
    inject: each(async (scene) => {
      const define = (query: string) =>
        scene.system.client.command({ query: `alter table ${view} modify query ${query}` });
      const works = await definition(scene.system);
      await define(`select * from (${works}) where throwIf(first_seen_at > 0) = 0`);
      scene.injected();
      await expectStandstill(scene);
      await define(works);
    }),
  },
  {
    id: 'F5',
    title: 'a table behind a view that is gone, and is put back',
    times: { short: 1, long: 10 },
    inject: each(async (scene) => {
      const { client } = scene.system;
      await client.command({ query: 'rename table sessions to elsewhere' });
      scene.injected();
      await expectStandstill(scene);
      await client.command({ query: 'rename table elsewhere to sessions' });
    }),
  },
];

/**
 * Messages that cannot be stored, or not in one of the tables, wait in the log: they are not skipped, and not dead letters. Ingest
 * keeps accepting.
 * @param minutes of the long form
 */
async function expectStandstill({ system, load }: Scene<Cluster>, minutes = 0): Promise<void> {
  await untilStandstill(system);
  const before = await system.progress();
  await acknowledgedFor(minutes, load, 50);
  // Each partition's batch is tried once more.
  await untilStandstill(system);
  const after = await system.progress();
  expect(after.committed).toBe(before.committed);
  expect(after.end).toBeGreaterThanOrEqual(before.end + 50);
}

async function definition({ client }: Cluster): Promise<string> {
  const query = `select as_select from system.tables where database = currentDatabase() and name = '${view}'`;
  return only(await rowsOf<{ as_select: string }>(client, query)).as_select;
}
