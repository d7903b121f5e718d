import type { ClickHouseClient } from '@clickhouse/client';
import { raw, render, sql, table } from '@tallyhouse/sql';
import { z } from 'zod';
import { select, type Terms } from '../../database/database.ts';
import { type About, siteCondition } from '../about.ts';
import { isOneOf } from './condition.ts';

const row = z.object({ page_path: z.string() });

/** The pages of a list that have ever been viewed. */
export async function storedPages(
  clickhouse: ClickHouseClient,
  pages: readonly string[],
  { sites, cluster }: Pick<About, 'sites' | 'cluster'>,
  terms: Terms,
): Promise<string[]> {
  const viewed = sql`
select distinct page_path
from ${table('page_titles')}
where ${siteCondition(sites)}
  and ${isOneOf(raw('page_path'), pages)}`;
  const { rows } = await select(clickhouse, render(viewed, cluster), row, terms);
  return rows.map(({ page_path }) => page_path);
}
