import { readFile, writeFile } from 'node:fs/promises';
import { createMigratedDatabase, type TestDatabase } from '../harness/clickhouse.ts';

const file = 'clickhouse/schema.sql';
const head =
  '-- The schema that the migrations make, for reading. Written by `npm run schema:dump`; a test fails when it is stale.\n';

let db: TestDatabase;
beforeAll(async () => {
  db = await createMigratedDatabase();
});
afterAll(() => db.drop());

test('clickhouse/schema.sql is what the migrations make', async () => {
  const tables = await db.client.query({
    query: 'select name from system.tables where database = currentDatabase() order by name',
    format: 'JSONEachRow',
  });
  const texts: string[] = [];
  for (const { name } of await tables.json<{ name: string }>()) {
    const shown = await db.client.query({
      query: 'show create table {name:Identifier}',
      query_params: { name },
      format: 'TabSeparatedRaw',
    });
    texts.push((await shown.text()).trim().replaceAll(`${db.database}.`, ''));
  }
  const schema = `${head}\n${texts.join(';\n\n')};\n`;
  if (process.env['UPDATE_SCHEMA']) await writeFile(file, schema);
  expect(await readFile(file, 'utf8')).toBe(schema);
});
