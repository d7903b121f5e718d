import type { Sites } from '@tallyhouse/sites';

/** What the service is told about sites, besides their pings. */
export interface SitesDirectory {
  /** The ids of a group's sites; undefined when there is no such group. */
  group(name: string): readonly string[] | undefined;
  /** Undefined for a site that it does not know. */
  site(id: string): SiteDetails | undefined;
}

export interface SiteDetails {
  name: string | null;
  group: string | null;
  /** IANA name. */
  timezone: string | null;
}

/** What the sites file says at the moment. Without one there are no groups, and a site is its id. */
export const directoryOf = (sitesNow: () => Sites): SitesDirectory => ({
  group: (name) => sitesNow().groups.get(name),
  site(id) {
    const site = sitesNow().sites.get(id);
    return site && { name: site.name ?? null, group: site.group ?? null, timezone: site.timezone ?? null };
  },
});
