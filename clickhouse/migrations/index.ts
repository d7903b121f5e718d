import type { Migration } from '@tallyhouse/clickhouse';
import { texts } from './texts.ts';

/** All migrations in order; the number in a file's name is its version. */
export const migrations: readonly Migration[] = Object.entries(texts).map(([name, sql]) => ({
  version: Number.parseInt(name, 10),
  name,
  sql,
}));
