import { hash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { followSites, type ListedSites, type Site } from '@tallyhouse/sites';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { type Mark, markOnce } from './mark.ts';

interface SettingsMarksDeps {
  client: ClickHouseClient;
  sites: () => ListedSites;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** As for {@link followSites}. */
  lookMs?: number | undefined;
}

/** Marks each change of the sites file from now on, on the affected sites. The file at the start does not count as a change. */
export function startSettingsMarks({ client, clock, ...rest }: SettingsMarksDeps) {
  const start = rest.sites();
  return followSites({
    ...rest,
    from: start,
    work: (now, before = start) => markChange(client, before, now, clock()),
    name: 'marking a change of the sites file',
  });
}

/** The most sites in one annotation. */
const mostSites = 500;

async function markChange(client: ClickHouseClient, before: ListedSites, now: ListedSites, at: number) {
  const ids = [...new Set([...before.sites.keys(), ...now.sites.keys()])].sort();
  const changed = ids.filter((id) => textOf(before.sites.get(id)) !== textOf(now.sites.get(id)));
  const isForAll = textOf(before.defaults) !== textOf(now.defaults) || changed.length > mostSites;
  if (changed.length === 0 && !isForAll) return;
  const sites = isForAll ? ['*'] : changed;
  const names = new Set(changed.flatMap((id) => changedMembers(before.sites.get(id), now.sites.get(id))));
  const text = `Settings changed: ${[...names].sort().join(', ') || 'which sites there are'}.`.slice(0, 500);
  const content = hash('sha256', textOf([[...now.sites], now.defaults]), 'base64url').slice(0, 22);
  // The changes are numbered. The first process to see one takes the number, and the others then find it.
  for (;;) {
    const { marks, last } = only(await select(client, lastChange, lastRow));
    if (last.endsWith(` ${content}`)) return;
    const token = `settings ${marks + 1}`;
    const mark: Mark = { kind: 'settings', at, until: null, sites, text, fact: `${token} ${content}`, token };
    if (await markOnce(client, mark, at)) return;
  }
}

const lastRow = z.object({ marks: z.number(), last: z.string() });

const lastChange = sql`
select
    max(number) as marks,
    argMax(fact, number) as last
from (
    select
        fact,
        toUInt32(splitByChar(' ', fact)[2]) as number
    from annotations
    where kind = 'settings'
      and version = 1
)`;

const textOf = (value: unknown) => JSON.stringify(value) ?? '';

/** The changed members of an entry. */
function changedMembers(before: Site = {}, now: Site = {}): string[] {
  const earlier = new Map<string, unknown>(Object.entries(before));
  const later = new Map<string, unknown>(Object.entries(now));
  const names = new Set([...earlier.keys(), ...later.keys()]);
  return [...names].filter((name) => textOf(earlier.get(name)) !== textOf(later.get(name)));
}
