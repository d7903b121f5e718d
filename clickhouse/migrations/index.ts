import { texts } from './texts.ts';

/** One step of the schema: statements, each ended by a semicolon and safe to run twice. Never edited once landed. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** All migrations in order; the number in a file's name is its version. */
export const migrations: readonly Migration[] = Object.entries(texts).map(([name, sql]) => ({
  version: Number.parseInt(name, 10),
  name,
  sql,
}));
