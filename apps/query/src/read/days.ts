import type { ClickHouseClient } from '@clickhouse/client';
import {
  chooseTables,
  createTrust,
  type Read,
  type SettledTableName,
  type Trusted,
  type TrustedDays,
  withLiveDays,
  worstDays,
} from '@tallyhouse/settle';
import { render, sql, type TableNames, table } from '@tallyhouse/sql';
import { z } from 'zod';
import { select, type Terms } from '../database/database.ts';
import { orMissing } from '../database/shards/away.ts';
import type { Shards } from '../database/shards/shards.ts';
import { createShare } from '../database/share.ts';
import type { Range } from '../parameters/range.ts';
import { ofSites } from './about.ts';
import type { Sites } from './sites.ts';

/** Settled tables that serve a relation together: the worst of them decides the state of a day. */
export type TableSet = readonly SettledTableName[];

/** The days of a range, by the name of a set of tables. */
export type TrustedRows = ReadonlyMap<string, TrustedDays>;

/** What a query reads: the days, and the settled tables by their names in ClickHouse. */
export interface Settled {
  rows: TrustedRows;
  tables: TableNames;
}

export const nameOf = (set: TableSet) => set.join(' ');

/**
 * Finds the days of a range that can be read from sets of settled tables.
 * @param reads whether the query reads a column: a table of an earlier build may lack it
 */
export type FindTrusted = (
  sets: readonly TableSet[],
  sites: Sites,
  range: Range,
  terms: Terms,
  reads: (column: string) => boolean,
) => Promise<Settled>;

const day = 86_400_000;

/**
 * Queries the database before the report does: the few times that it returns keep the report's own query short. The reports of
 * a dashboard run at the same time, most of them for the same days: they share these queries.
 */
export function trustedFinder(clickhouse: ClickHouseClient, shards?: Shards): FindTrusted {
  const daysOf = shards ? daysOfShards(clickhouse, shards) : daysOfServer(clickhouse);
  return async (asked, sites, range, terms, reads) => {
    const days = { start: Math.floor(range.start / day) * day, end: Math.ceil(range.end / day) * day };
    const sets = [...new Map(asked.map((set) => [nameOf(set), set])).values()];
    if (sets.length === 0) return { rows: new Map(), tables: new Map() };
    const { trusted, tables } = await daysOf(sets, sites, days, terms, reads);
    const rows = sets.flatMap((set, index): [string, TrustedDays][] =>
      trusted[index] ? [[nameOf(set), trusted[index]]] : [],
    );
    return { rows: new Map(rows), tables };
  };
}

type FindDays = (
  ...asked: Parameters<FindTrusted>
) => Promise<{ trusted: readonly TrustedDays[]; tables: TableNames }>;

function daysOfServer(clickhouse: ClickHouseClient): FindDays {
  const lookUp = trustOn(clickhouse);
  return async (sets, sites, range, terms, reads) => {
    const found = await lookUp(sets, sites, range, terms);
    const tables = chooseTables([found], reads);
    return { trusted: await found.days(tables), tables };
  };
}

/** What a server's settled tables can serve. */
function trustOn(clickhouse: ClickHouseClient) {
  // The same SQL returns rows of the same type.
  const share = createShare<unknown[]>();
  const trust = createTrust();
  return (sets: readonly TableSet[], { ids, every }: Sites, range: Range, terms: Terms): Promise<Trusted> => {
    const read: Read = async <Row>(sql: string, values: Record<string, unknown>, row: z.ZodType<Row>) => {
      const run = async (left: AbortSignal) =>
        (await select(clickhouse, { sql, values }, row, { ...terms, left })).rows;
      return (await share(JSON.stringify([sql, values]), terms.left, run)) as Row[];
    };
    return trust(read, sets, every ? undefined : ids, range);
  };
}

const dayRow = z.object({ day: z.number() });

/** The days of events whose ids have events on several shards: of each id one event counts, and a shard settles its own. */
const daysOfSharedIds = (sites: Sites) => sql`
select distinct toUnixTimestamp(toDateTime(arrayJoin(days_of_id), 'UTC')) * 1000 as day
from (
    select groupUniqArrayArray(days) as days_of_id
    from ${table('event_ids')}
    where ${ofSites(sites)}
    group by
        site_id,
        event_id
    having uniqExact(_shard_num) > 1
)`;

/** Each shard is asked for its own days. */
function daysOfShards(clickhouse: ClickHouseClient, shards: Shards): FindDays {
  const each = shards.each.map(({ number, client }) => ({ number, lookUp: trustOn(client) }));
  return async (sets, sites, range, terms, reads) => {
    const ask = <Answer>(number: number, question: () => Promise<Answer>) =>
      orMissing(shards, number, terms.missing, question);
    const own = { ...terms, shards: undefined };
    const found = await Promise.all(
      each.map(async ({ number, lookUp }) => {
        const trusted = await ask(number, () => lookUp(sets, sites, range, own));
        return trusted && { number, trusted };
      }),
    );
    const present = found.filter((one) => one !== undefined);
    if (present.length === 0) return { trusted: [], tables: new Map() };
    const tables = chooseTables(
      present.map(({ trusted }) => trusted),
      reads,
    );
    const days = await Promise.all(
      present.map(({ number, trusted }) => ask(number, () => trusted.days(tables))),
    );
    const worst = sets.map((_, index) => worstDays(days.flatMap((one) => one?.[index] ?? [])));
    if (!sets.some(hasEvents)) return { trusted: worst, tables };
    const { rows } = await select(clickhouse, render(daysOfSharedIds(sites), shards), dayRow, terms);
    if (rows.length === 0) return { trusted: worst, tables };
    const shared = rows.map((row) => row.day);
    const trusted = worst.map((days, index) => {
      if (sets[index]?.includes('settled_events')) return withLiveDays(days, shared);
      // An event changes the path of a session of an earlier day.
      return sets[index]?.includes('settled_paths') ? withLiveDays(days, daysIn(range)) : days;
    });
    return { trusted, tables };
  };
}

const hasEvents = (set: TableSet) => set.includes('settled_events') || set.includes('settled_paths');

const daysIn = ({ start, end }: Range) =>
  Array.from({ length: Math.ceil((end - start) / day) }, (_, index) => start + index * day);
