import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Site } from '../api/reports.ts';
import { siteName } from '../home/site-name.ts';
import { messages } from '../words/words.ts';

/** The sites of the reader's key. */
export const SitesContext = createContext<readonly Site[]>([]);

/** Names for readers, by what keys and alerts call sites: ids, `@` and a group, or `*` for all of them. */
export function useSiteNames(): ReadonlyMap<string, string> {
  const known = useContext(SitesContext);
  return new Map([
    ['*', messages.access.allSites],
    ...known.flatMap(({ group }) =>
      group === null ? [] : [[`@${group}`, messages.access.allOf(group)] as const],
    ),
    ...known.map((site) => [site.site_id, siteName(site)] as const),
  ]);
}

export const namesOf = (sites: readonly string[], names: ReadonlyMap<string, string>) =>
  sites.map((id) => names.get(id) ?? id).join(', ');
