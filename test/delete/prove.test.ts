import { survivors } from '../../packages/deletion/src/prove.ts';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
}, 120_000);
afterAll(() => db.drop());

test('a stage that is dropped after the tables were listed holds nothing', async () => {
  const { client } = db;
  await client.command({ query: 'create table settled_paths_stage_0 as settled_paths' });
  let asked = 0;
  const slow = Object.assign(Object.create(client), {
    query: async (question: Parameters<typeof client.query>[0]) => {
      if (asked++ === 1) await client.command({ query: 'drop table settled_paths_stage_0 sync' });
      return client.query(question);
    },
  });
  expect(await survivors(slow, { kind: 'visitor', site: 'blog', id: uuid7(Date.now()) })).toEqual([]);
  expect(asked).toBeGreaterThan(2);
});
