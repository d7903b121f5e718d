import type { Filter } from '@tallyhouse/filter';
import { type Cluster, empty, raw, type Sql, sql, text, texts } from '@tallyhouse/sql';
import type { Range } from '../range.ts';
import type { Sites } from '../sites/sites.ts';

/** The part of a request that rows depend on. */
export interface About {
  sites: Sites;
  /** That rows lie in. */
  range: Range;
  /** The range of the report: a filter on pages or events selects the sessions that have them in it. */
  period: Range;
  /** Starts of the report's buckets, milliseconds since 1970; the first is at or before the start of the range. */
  bucketStarts: readonly number[];
  filters: readonly Filter[];
  /** The shards that have the rows; undefined for one server. */
  cluster?: Cluster | undefined;
}

/**
 * The condition on `site_id`. Of every site the list would say nothing, and may be too long for a parameter.
 */
export function ofSites({ ids, every }: Sites): Sql {
  if (ids.length === 1) return sql`site_id = ${text(ids[0] ?? '')}`;
  return every ? raw("site_id != ''") : sql`site_id in ${texts(ids)}`;
}

/** `site_id, ` before the other columns of a key. Of one site it says nothing, and comparing ids alone is faster. */
export const siteColumn = ({ ids }: Sites): Sql => (ids.length === 1 ? empty : raw('site_id, '));
