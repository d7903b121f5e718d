import { ownTables } from '@tallyhouse/settle';

/** SQL about settled tables with their names in ClickHouse, which have the hash of their definition. */
export const named = (sql: string): string =>
  sql.replaceAll(/\bsettled_[a-z]+\b/g, (name) => ownTables.get(name) ?? name);
