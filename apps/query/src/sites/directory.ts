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

/** Without a sites file there are no groups, and a site is its id. */
export const noDirectory: SitesDirectory = { group: () => undefined, site: () => undefined };
