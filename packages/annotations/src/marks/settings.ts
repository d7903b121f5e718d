import { hash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { followSites, type ListedSites, noSites, type Site } from '@tallyhouse/sites';
import { sql, text } from '@tallyhouse/sql';
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

/** Marks each change of the sites file on the affected sites: also one that no process saw. The first file ever does not count as a change. */
export function startSettingsMarks({ client, clock, ...rest }: SettingsMarksDeps) {
  return followSites({
    ...rest,
    from: undefined,
    work: async (now, before) => {
      if (before === undefined && now === noSites) return;
      const at = clock();
      const content = digest([[...now.sites], now.defaults]);
      const change = before ? changeBetween(before, now) : await changeUnseen(client, content, now);
      if (change) await markChange(client, change, content, at);
      // After the mark: a process that is killed in between leaves it to the next one.
      const known: Mark = {
        kind: 'settings',
        at,
        until: null,
        sites: [],
        text: printsOf(now),
        fact: knownFact(content),
      };
      await markOnce(client, { ...known, is_deleted: true }, at);
    },
    name: 'marking a change of the sites file',
  });
}

type Change = Pick<Mark, 'sites' | 'text'>;

/** The most sites in one annotation. */
const mostSites = 500;

function changeBetween(before: ListedSites, now: ListedSites): Change | undefined {
  const ids = [...new Set([...before.sites.keys(), ...now.sites.keys()])].sort();
  const changed = ids.filter((id) => textOf(before.sites.get(id)) !== textOf(now.sites.get(id)));
  const isForAll = textOf(before.defaults) !== textOf(now.defaults) || changed.length > mostSites;
  if (changed.length === 0 && !isForAll) return undefined;
  const names = new Set(changed.flatMap((id) => changedMembers(before.sites.get(id), now.sites.get(id))));
  const words = `Settings changed: ${[...names].sort().join(', ') || 'which sites there are'}.`.slice(0, 500);
  return { sites: isForAll ? ['*'] : changed, text: words };
}

/** The change since the content that a process saw last. Its hashes do not say which members changed. */
async function changeUnseen(
  client: ClickHouseClient,
  content: string,
  now: ListedSites,
): Promise<Change | undefined> {
  const { last } = only(await select(client, lastChange, lastRow));
  const [, , seen = content] = last.split(' ');
  if (seen === content) return undefined;
  const known = sql`select text from annotations where fact = ${text(knownFact(seen))} and version = 1`;
  const [{ text: earlier } = { text: '' }] = await select(client, known, z.object({ text: z.string() }));
  const prints = new Set(earlier.split(' '));
  const [ofAll = '', ...ofSites] = printsOf(now).split(' ');
  const changed = [...now.sites.keys()].filter((_, index) => !prints.has(ofSites[index] ?? 'none'));
  const isForAll = changed.length === 0 || changed.length > mostSites || !prints.has(ofAll);
  return { sites: isForAll ? ['*'] : changed, text: 'Settings changed while the service was stopped.' };
}

/** Of a row that says what a content was. Its number is less than that of any change. */
const knownFact = (content: string) => `settings 0 ${content}`;

/**
 * Short hashes: of what holds for all sites, then of each site, unless one annotation cannot name them all. A deleted site may leave nothing
 * else, and each reader of annotations passes over them.
 */
const printsOf = ({ sites, defaults }: ListedSites) =>
  [defaults, ...(sites.size > mostSites ? [] : sites)].map((one) => digest(one).slice(0, 8)).join(' ');

async function markChange(client: ClickHouseClient, change: Change, content: string, at: number) {
  // The changes are numbered. The first process to see one takes the number, and the others then find it.
  for (;;) {
    const { marks, last } = only(await select(client, lastChange, lastRow));
    if (last.endsWith(` ${content}`)) return;
    const token = `settings ${marks + 1}`;
    const mark: Mark = { ...change, kind: 'settings', at, until: null, fact: `${token} ${content}`, token };
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
const digest = (value: unknown) => hash('sha256', textOf(value), 'base64url').slice(0, 22);

/** The changed members of an entry. */
function changedMembers(before: Site = {}, now: Site = {}): string[] {
  const earlier = new Map<string, unknown>(Object.entries(before));
  const later = new Map<string, unknown>(Object.entries(now));
  const names = new Set([...earlier.keys(), ...later.keys()]);
  return [...names].filter((name) => textOf(earlier.get(name)) !== textOf(later.get(name)));
}
