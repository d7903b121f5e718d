import { insertOnce } from '@tallyhouse/clickhouse';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, rowsOf } from '../harness/clickhouse.ts';

const database = forAllTests(createTestDatabase);
beforeAll(async () => {
  await database.client.command({
    query: `create table things (id UInt32, by UInt32, claim UUID) engine = MergeTree order by id
      settings non_replicated_deduplication_window = 1000`,
  });
});

test('the first of twenty that insert with one token wins, and each knows whether it is the one', async () => {
  const { client } = database;
  const table = 'things';
  for (let id = 0; id < 5; id++) {
    const insert = (by: number) => insertOnce(client, { table, token: `thing/${id}`, rows: [{ id, by }] });
    const tries = Array.from({ length: 20 }, (_, by) => insert(by));
    const won = (await Promise.all(tries)).flatMap((isFirst, by) => (isFirst ? [by] : []));
    expect(won).toHaveLength(1);
    expect(await rowsOf(client, `select by from things where id = ${id}`)).toEqual([{ by: won[0] }]);
    expect(await insert(20)).toBe(false);
  }
  await client.command({ query: 'optimize table things final' });
  expect(await insertOnce(client, { table, token: 'thing/0', rows: [{ id: 0, by: 21 }] })).toBe(false);
});
