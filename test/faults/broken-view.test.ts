import type { Cluster } from './cluster/cluster.ts';
import { untilStandstill } from './cluster/standstill.ts';
import { fault, onKafka, type Scene } from './fault.ts';

const view = 'visitors_from_pings';

fault(
  'a view that fails, and is fixed',
  { id: 'F5', times: { short: 1, long: 10 }, start: onKafka() },
  async (scene) => {
    for (let time = 0; time < scene.times; time++) {
      const works = await definition(scene.cluster);
      await define(scene.cluster, `select * from (${works}) where throwIf(first_seen_at > 0) = 0`);
      scene.injected();
      await expectStandstill(scene);
      await define(scene.cluster, works);
    }
  },
);

fault(
  'a table behind a view that is gone, and is put back',
  { id: 'F5', times: { short: 1, long: 10 }, start: onKafka() },
  async (scene) => {
    const { client } = scene.cluster;
    for (let time = 0; time < scene.times; time++) {
      await client.command({ query: 'rename table sessions to elsewhere' });
      scene.injected();
      await expectStandstill(scene);
      await client.command({ query: 'rename table elsewhere to sessions' });
    }
  },
);

/** Messages that one table cannot store wait in the log: they are not skipped, and not dead letters. Ingest keeps accepting. */
async function expectStandstill({ cluster, load }: Scene<Cluster>): Promise<void> {
  await untilStandstill(cluster);
  const before = await cluster.progress();
  await load.acknowledgedMore(150);
  // Each partition's batch is tried once more.
  await untilStandstill(cluster);
  const after = await cluster.progress();
  expect(after.committed).toBe(before.committed);
  expect(after.end).toBeGreaterThanOrEqual(before.end + 150);
}

async function definition({ client }: Cluster): Promise<string> {
  const result = await client.query({
    query: 'select as_select from system.tables where database = currentDatabase() and name = {view:String}',
    query_params: { view },
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ as_select: string }>();
  return row?.as_select ?? '';
}

async function define({ client }: Cluster, query: string): Promise<void> {
  await client.command({ query: `alter table ${view} modify query ${query}` });
}
