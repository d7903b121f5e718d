import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';
import { type Statement, select, type Terms } from '../database.ts';
import sql from './stored-pages.sql';

const row = z.object({ page_path: z.string() });

/**
 * The pages of a list that have ever been viewed.
 * @param statement builds the query about the sites that are asked for
 */
export async function storedPages(
  clickhouse: ClickHouseClient,
  statement: (sql: string, bindings: Record<string, unknown>) => Statement,
  pages: string[],
  terms: Terms,
): Promise<string[]> {
  const { rows } = await select(clickhouse, statement(sql, { pages }), row, terms);
  return rows.map(({ page_path }) => page_path);
}
