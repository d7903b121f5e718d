import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { grouped, type Logger } from '@tallyhouse/service';
import { followSites, type ListedSites, noSites, type Site } from '@tallyhouse/sites';
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

/**
 * Marks each change of the sites file on the affected sites, and one that no process saw on all: nobody knows what it was before. The first
 * file ever does not count as a change: a row that no reader sees says what it was.
 */
export function startSettingsMarks({ client, clock, ...rest }: SettingsMarksDeps) {
  return followSites({
    ...rest,
    from: undefined,
    work: async (now, before) => {
      if (before === undefined && now === noSites) return;
      const found = before === undefined ? [unseen] : changesBetween(before, now);
      const changes = found.length > 0 ? found : [reordered];
      const content = hash('sha256', textOf([[...now.sites], now.defaults]), 'base64url').slice(0, 22);
      await markChanges(client, changes, content, () => rest.sites() === now, clock());
    },
    name: 'marking a change of the sites file',
  });
}

type Change = Pick<Mark, 'sites' | 'text'>;
const unseen: Change = { sites: ['*'], text: 'Settings changed while the service was stopped.' };
/** No reader sees it: the next process finds the file as it is. */
const reordered: Change = { sites: ['*'], text: 'Settings are in another order.' };

/** The most sites in one annotation. */
const mostSites = 500;

/** A change for the sites of which the same members changed, and one for all sites where their defaults did. */
function changesBetween(before: ListedSites, now: ListedSites): Change[] {
  const ids = [...new Set([...before.sites.keys(), ...now.sites.keys()])].sort();
  const changed = ids.filter((id) => textOf(before.sites.get(id)) !== textOf(now.sites.get(id)));
  const namesOf = (id: string) => changedMembers(before.sites.get(id), now.sites.get(id));
  const ofAll = changedMembers(before.defaults, now.defaults);
  if (changed.length > mostSites)
    return [{ sites: ['*'], text: changeOf([...ofAll, ...changed.flatMap(namesOf)]) }];
  const alike = grouped(changed, (id) => changeOf(namesOf(id)));
  const changes = [...alike].map(([text, sites]) => ({ sites, text }));
  return ofAll.length > 0 ? [{ sites: ['*'], text: changeOf(ofAll) }, ...changes] : changes;
}

function changeOf(names: readonly string[]): string {
  const words = [...new Set(names)].sort().join(', ') || 'which sites there are';
  return `Settings changed: ${words}.`.slice(0, 500);
}

async function markChanges(
  client: ClickHouseClient,
  changes: readonly Change[],
  content: string,
  isCurrent: () => boolean,
  at: number,
) {
  // The changes are numbered. The first process to see some takes the number, and the others then find it.
  for (let tries = 0; ; tries++) {
    // A number without a row may be taken: on a replica for a moment, or by a mark that earlier versions deleted with its site.
    if (tries > 1) await sleep(1000);
    const { marks, last } = only(await select(client, lastChange, lastRow));
    if (last.endsWith(` ${content}`)) return;
    // Another process has marked a change since this one started; it would take the earlier file for a later one.
    if (changes.includes(unseen) && !isCurrent()) return;
    const isHidden = changes.includes(reordered) || (last === '' && changes.includes(unseen));
    const hidden = isHidden && ({ is_deleted: true } as const);
    const token = `settings ${marks + Math.max(1, tries)}`;
    const mark = { kind: 'settings', at, until: null, fact: `${token} ${content}`, token } as const;
    const [first, ...others] = changes.map((change): Mark => ({ ...change, ...mark, ...hidden }));
    if (first === undefined || (await markOnce(client, at, first, ...others))) return;
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
