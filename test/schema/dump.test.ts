import { readFile, writeFile } from 'node:fs/promises';
import { migrations } from '@tallyhouse/schema';
import { settledTables } from '@tallyhouse/settle';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, rowsOf } from '../harness/clickhouse.ts';

const file = 'clickhouse/schema.sql';
const head =
  '-- The schema that the migrations create, and the settled tables of this build, for reading. Written by `npm run schema:dump`; a test fails when it is stale.\n';

/** A clone of the migrated one, which most tests use: its definitions are the same. */
const db = forAllTests(createTestDatabase);

test('clickhouse/schema.sql is the schema that tallyhouse migrate creates', async () => {
  const { client, database } = db;
  const names = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^create .*?if not exists (\w+)/gm)].map(([, name = '']) => name),
  );
  names.push(...settledTables.map(({ stored }) => stored));
  const tables = 'select name from system.tables where database = currentDatabase()';
  const made = (await rowsOf<{ name: string }>(client, tables)).map(({ name }) => name);
  // In the order of the flow, which is that of the migrations, after the table that the program itself creates.
  const inOrder = made.sort((a, b) => names.indexOf(a) - names.indexOf(b));
  const texts: string[] = [];
  for (const name of inOrder) {
    const shown = await client.query({
      query: 'show create table {name:Identifier}',
      query_params: { name },
      format: 'TabSeparatedRaw',
    });
    texts.push((await shown.text()).trim().replaceAll(`${database}.`, ''));
  }
  const schema = `${head}\n${texts.join(';\n\n')};\n`;
  if (process.env['UPDATE_SCHEMA']) await writeFile(file, schema);
  expect(await readFile(file, 'utf8')).toBe(schema);
});
