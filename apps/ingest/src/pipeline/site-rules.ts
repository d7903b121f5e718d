import { hostMatcher } from '@tallyhouse/ping';
import { withinNetworks } from '@tallyhouse/service';
import { type ListedSites, latestOf, pathMatcher, type Site } from '@tallyhouse/sites';

/** How much of an address is stored: all of it, its network (/24, /48), or nothing. Place and ids use all of it. */
export type IpStorage = 'full' | 'truncated' | 'none';

/** The rules of the sites file for the pings of a site. */
export interface SiteRules {
  isOwnHost(hostname: string): boolean;
  /** @param path without a query */
  isExcludedPath(path: string): boolean;
  isExcludedAddress(address: string): boolean;
  /** undefined: the installation's. */
  ipStorage: IpStorage | undefined;
  /** Names of the parameters of an address that stay in its path. */
  queryParameters: readonly string[];
}

/** Finds the rules of a site; undefined when the file does not list it. Built once for each content of the file. */
export function siteRules(sitesNow: () => ListedSites): (siteId: string) => SiteRules | undefined {
  const rules = latestOf(
    sitesNow,
    ({ sites }) => new Map([...sites].map(([id, site]) => [id, rulesOf(site)])),
  );
  return (siteId) => rules().get(siteId);
}

const never = () => false;

function rulesOf({ hosts, exclude, ip_storage, query_parameters = [] }: Site): SiteRules {
  const { addresses = [], paths = [] } = exclude ?? {};
  return {
    isOwnHost: hosts === undefined ? () => true : hostMatcher(hosts),
    isExcludedPath: paths.length === 0 ? never : pathMatcher(paths),
    isExcludedAddress: addresses.length === 0 ? never : withinNetworks(addresses),
    ipStorage: ip_storage,
    queryParameters: query_parameters,
  };
}
