import { isSiteId } from '@tallyhouse/ping/site-id';
import { useEffect } from 'preact/hooks';
import { isText, shape } from '../api/guards.ts';
import { useOutage } from '../api/outage.tsx';
import { type Site, siteFile } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { keptBy } from './kept.ts';
import { isTimezone } from './timezone.ts';

/** The zones of sites that this browser has opened, so that a report need not wait for them. Without one it is empty. */
const zones = keptBy('tallyhouse_zones', shape({ name: isText, zone: isText }));

/**
 * The zone that the sites file gives a site, '' without one and for several sites; undefined while it is not known.
 * @param listed the list of sites, once it has arrived
 */
export function useSiteZone(
  site: string | undefined,
  listed: readonly Site[] | undefined,
): string | undefined {
  const outage = useOutage();
  const isOne = site !== undefined && isSiteId(site);
  const inList = isOne ? listed?.find(({ site_id }) => site_id === site) : undefined;
  const kept = isOne ? zones.all().find(({ name }) => name === site)?.zone : undefined;
  const asked = isOne && listed === undefined && kept === undefined;
  const alone = useReport(siteFile(site ?? ''), asked ? 'period=1h' : undefined);
  const told = inList ?? alone.answer?.data;
  const known = told && (told.timezone ?? '');
  useEffect(() => {
    if (isOne && known !== undefined && known !== kept) zones.keep({ name: site, zone: known });
  }, [site, known, kept]);
  if (!isOne) return '';
  const zone = known ?? kept;
  if (zone !== undefined) return isTimezone(zone) ? zone : '';
  // Without an answer the reader's own has to do.
  return listed !== undefined || alone.problem !== undefined || outage.words !== undefined ? '' : undefined;
}
