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

/** The parameters of such SQL. */
export const siteBindings = ({ ids, every }: Sites) => ({
  site_id: ids[0] ?? '',
  sites: every && ids.length > 1 ? [] : ids,
  one_site: ids.length === 1,
});
