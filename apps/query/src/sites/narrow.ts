import type { Sites } from './sites.ts';

/** The condition on `site_id` in every report's SQL. */
export const ofSites = 'site_id in {sites:Array(String)}';

/**
 * Fits SQL about several sites to the sites asked for. It is written for several: it filters by `ofSites`, and identifies a
 * session by `site_id, session_id`. Of one site `site_id, ` before another column on its line says nothing, and is left out:
 * comparing ids alone is faster. Of every site the list would say nothing, and may be too long for a parameter.
 */
export function narrow(sql: string, { ids, every }: Sites): string {
  if (ids.length === 1) {
    return sql.replaceAll(ofSites, 'site_id = {site_id:String}').replace(/\bsite_id, (?=\w)/g, '');
  }
  return every ? sql.replaceAll(ofSites, "site_id != ''") : sql;
}

/**
 * The parameters of such SQL.
 * @param sharded whether a visitor of a site may have rows on several servers
 */
export const siteBindings = ({ ids, every }: Sites, sharded: boolean) => ({
  site_id: ids[0] ?? '',
  sites: every && ids.length > 1 ? [] : ids,
  // Of one site on one server the visitors of a stored bucket are those of one row. Else they overlap.
  one_row_a_bucket: ids.length === 1 && !sharded,
});
