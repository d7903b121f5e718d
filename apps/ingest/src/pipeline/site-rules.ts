import { isWithin, networkList } from '@tallyhouse/service';
import { hostMatcher, type ListedSites, type Site } from '@tallyhouse/sites';
import type { IpStorage } from './row.ts';

/** What the sites file says about the pings of a site. */
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

/** Finds the rules of a site; undefined when the file does not list it. They are made once for each content of the file. */
export function siteRules(sitesNow: () => ListedSites): (siteId: string) => SiteRules | undefined {
  let madeFor: ListedSites | undefined;
  let rules = new Map<string, SiteRules>();
  return (siteId) => {
    const now = sitesNow();
    if (now !== madeFor) {
      rules = new Map([...now.sites].map(([id, site]) => [id, rulesOf(site)]));
      madeFor = now;
    }
    return rules.get(siteId);
  };
}

const never = () => false;

function rulesOf({ hosts, exclude, ip_storage, query_parameters = [] }: Site): SiteRules {
  const { addresses = [], paths = [] } = exclude ?? {};
  const excluded = networkList(addresses);
  return {
    isOwnHost: hosts === undefined ? () => true : hostMatcher(hosts),
    isExcludedPath: paths.length === 0 ? never : pathMatcher(paths),
    isExcludedAddress: addresses.length === 0 ? never : (address) => isWithin(excluded, address),
    ipStorage: ip_storage,
    queryParameters: query_parameters,
  };
}

/** `*` stands for any text. A path ends without a slash, so /admin/* means /admin too, which was /admin/. */
function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const forms = patterns.map((pattern) => pattern.split('*'));
  return (path) => forms.some((parts) => fits(path, parts) || fits(`${path}/`, parts));
}

/**
 * Whether a path consists of these parts in their order, with any text between them. By searching, because the time of a regular
 * expression with several stars explodes on a path that a sender chose.
 */
function fits(path: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const at = path.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return path.length - from >= last.length && path.endsWith(last);
}
