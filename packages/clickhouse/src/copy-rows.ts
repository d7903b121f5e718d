import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { raw, type Sql, sql } from '@tallyhouse/sql';
import { asked } from './select.ts';

/**
 * Streams the rows that one server returns into a table of another.
 * @param from.rows a query without a format
 * @param to.table the table, and its columns in brackets
 * @param format as text: then an error at the end of the stream cannot be read as a row, and makes the insert fail
 */
export async function copyRows(
  from: { client: ClickHouseClient; rows: Sql },
  to: { client: ClickHouseClient; table: Sql },
  format: 'Native' | 'TabSeparated',
  clickhouse_settings: ClickHouseSettings,
): Promise<void> {
  const { stream: values } = await from.client.exec(asked(sql`${from.rows} format ${raw(format)}`));
  const { stream: done } = await to.client.exec({
    ...asked(sql`insert into ${to.table} format ${raw(format)}`),
    values,
    clickhouse_settings,
  });
  done.resume();
}
