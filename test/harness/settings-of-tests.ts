import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const interpreted = ['compile_expressions', 'compile_aggregate_expressions', 'compile_sort_description']
  .map((setting) => `<${setting}>0</${setting}>`)
  .join('');

/**
 * Makes a ClickHouse interpret expressions. Machine code for them pays for many rows; tests read few, by ever other queries.
 * @param folder the one with its configuration, which must not have started
 */
export async function interpretExpressions(folder: string): Promise<void> {
  const users = join(folder, 'users.d');
  await mkdir(users, { recursive: true, mode: 0o700 });
  const profiles = `<profiles><default>${interpreted}</default><reader>${interpreted}</reader></profiles>`;
  await writeFile(join(users, 'tests.xml'), `<clickhouse>${profiles}</clickhouse>\n`);
}
