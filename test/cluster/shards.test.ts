import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { insertPings } from '../harness/clickhouse.ts';
import { startShards, type TestShards } from './shards.ts';

let started: TestShards;

beforeAll(async () => {
  started = await startShards(2);
});

afterAll(() => started?.stop());

/** What a part of a query gives over all shards, asked at the first by somebody who may read only. */
async function overCluster(columns: string, part: string): Promise<unknown> {
  const url = started.shards[0]?.readerUrl ?? '';
  const reader = createClickHouse({ url, database: started.database }, createLogger('test', 'silent'));
  const query = `select ${columns} from cluster('${started.cluster}', view(${part}))`;
  const result = await reader.query({ query, format: 'JSONEachRow' });
  const rows = await result.json();
  await reader.close();
  return rows;
}

test('a query over the cluster reads the rows of both shards, each once', async () => {
  const [first, second] = started.shards;
  if (!first || !second) throw new Error('there are two shards');
  await insertPings(first.client, [{ pinged_at: Date.UTC(2026, 2, 10, 12) }]);
  await insertPings(second.client, [{ pinged_at: Date.UTC(2026, 2, 10, 13) }]);
  const part = `select toHour(pinged_at) as hour from ${started.database}.pings`;
  expect(await overCluster('arraySort(groupArray(hour)) as hours', part)).toEqual([{ hours: [12, 13] }]);
});

test('a shard that was killed is back with its rows', async () => {
  const [, second] = started.shards;
  await second?.kill();
  await second?.start();
  const part = `select count() as rows from ${started.database}.pings`;
  expect(await overCluster('toUInt32(sum(rows)) as rows', part)).toEqual([{ rows: 2 }]);
});
