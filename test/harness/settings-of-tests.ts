import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Machine code for expressions pays for many rows; tests read few, by ever other queries. */
export const compiling = ['compile_expressions', 'compile_aggregate_expressions', 'compile_sort_description'];

/** A row about each query takes a tenth of what a report does. */
export const logging = ['log_queries'];

/**
 * Turns off what takes a ClickHouse CPU time and tests do not need. A query may turn it on for itself.
 * @param folder the one with its configuration, which must not have started
 * @param settings by name
 */
export async function turnOff(folder: string, settings: readonly string[]): Promise<void> {
  const users = join(folder, 'users.d');
  await mkdir(users, { recursive: true, mode: 0o700 });
  const off = settings.map((setting) => `<${setting}>0</${setting}>`).join('');
  const profiles = `<profiles><default>${off}</default><reader>${off}</reader></profiles>`;
  await writeFile(join(users, 'tests.xml'), `<clickhouse>${profiles}</clickhouse>\n`);
}
