import { isSiteId } from '@tallyhouse/ping/site-id';
import { useEffect } from 'preact/hooks';
import { isText, shape } from '../api/guards.ts';
import type { Site } from '../api/reports.ts';
import { keptBy } from './kept.ts';
import { canonicalZone } from './timezone.ts';

/** The zones of sites that this browser has opened: their reports need not wait for the list of sites. Empty without one. */
const zones = keptBy('tallyhouse_zones', shape({ name: isText, zone: isText }));

/** The zone of a site when this browser last opened it, '' without one and for several sites; undefined while it is unknown. */
export function keptZone(site: string | undefined): string | undefined {
  if (site === undefined || !isSiteId(site)) return '';
  return known(zones.all().find(({ name }) => name === site)?.zone);
}

/** The zone if this browser knows it, otherwise ''. */
const known = (zone: string | undefined) => zone && (canonicalZone(zone) ? zone : '');

/** The zone of a site in the sites file, like {@link keptZone}. @param listed the list of sites, once it has arrived or failed */
export function useSiteZone(
  site: string | undefined,
  listed: readonly Site[] | undefined,
): string | undefined {
  const kept = keptZone(site);
  const found = listed?.find(({ site_id }) => site_id === site);
  const zone = found && known(found.timezone ?? '');
  useEffect(() => {
    if (site !== undefined && zone !== undefined && zone !== kept) zones.keep({ name: site, zone });
  }, [site, zone, kept]);
  return zone ?? kept ?? (listed && '');
}
