import type { Caller } from '@tallyhouse/service';
import type { ListedSites } from './sites-file.ts';

/** Whether a key is for a site: by its id, by its group, or for all. */
export function mayUse(
  { sites: allowed }: Pick<Caller, 'sites'>,
  siteId: string,
  { sites }: ListedSites,
): boolean {
  if (allowed === 'all' || allowed.includes(siteId)) return true;
  const group = sites.get(siteId)?.group;
  return group !== undefined && allowed.includes(`@${group}`);
}

/** The ids of the sites that a key is for, each once, by name: those that it lists, and those of its groups. */
export function readableSites(
  { sites: allowed }: Pick<Caller, 'sites'>,
  { groups }: ListedSites,
): 'all' | string[] {
  if (allowed === 'all') return 'all';
  const ids = allowed.flatMap((entry) =>
    entry.startsWith('@') ? (groups.get(entry.slice(1)) ?? []) : entry,
  );
  return [...new Set(ids)].sort();
}
