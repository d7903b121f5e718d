import type { ListedSites } from './sites-file.ts';

/** Derives a value from the sites file when it is needed, once for each content. */
export function latestOf<Made>(sitesNow: () => ListedSites, make: (sites: ListedSites) => Made): () => Made {
  let latest: { sites: ListedSites; made: Made } | undefined;
  return () => {
    const sites = sitesNow();
    if (latest?.sites !== sites) latest = { sites, made: make(sites) };
    return latest.made;
  };
}
