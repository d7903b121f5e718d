import { isSiteId } from '@tallyhouse/ping/site-id';
import { useView } from '../url/use-view.ts';
import { type SiteFile, siteFile } from './reports.ts';
import { useReport } from './use-report.ts';

/**
 * The site of the view in the sites file; undefined while it is unknown, and for several sites.
 * @param wanted whether it is needed yet
 * @param revision requests it again when it changes
 */
export function useSiteFile(wanted = true, revision = 0): SiteFile | undefined {
  const { site } = useView().view;
  const isOne = site !== undefined && isSiteId(site);
  // The counts in it are not shown: those of an hour cost little.
  const query = wanted && isOne ? 'period=1h' : undefined;
  const data = useReport(siteFile(site ?? ''), query, 0, `${query} ${revision}`).answer?.data;
  return data?.site_id === site ? data : undefined;
}
