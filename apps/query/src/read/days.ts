import type { ClickHouseClient } from '@clickhouse/client';
import { day } from '@tallyhouse/facts';
import {
  chooseTables,
  createTrust,
  type DayStates,
  type Read,
  type SettledTableName,
  withLiveDays,
  worstDays,
} from '@tallyhouse/settle';
import { render, type Sql, sql, type TableNames, table } from '@tallyhouse/sql';
import { z } from 'zod';
import { select, type Terms } from '../database/database.ts';
import { orSkipShard } from '../database/shards/away.ts';
import type { Shards } from '../database/shards/shards.ts';
import { createShare } from '../database/share.ts';
import type { Range } from '../parameters/range.ts';
import { ownTurn } from '../time/pause.ts';
import { siteCondition } from './about.ts';
import type { Sites } from './sites.ts';

/** Settled tables that serve a relation together: the worst one decides the state of a day. */
export type TableSet = readonly SettledTableName[];

/** The days of a range, by the name of a set of tables. */
export type TrustedRows = ReadonlyMap<string, DayStates>;

/** The days that a query reads, and the settled tables by their names in ClickHouse. */
interface Settled {
  rows: TrustedRows;
  tables: TableNames;
}

export const nameOf = (set: TableSet) => set.join(' ');

/**
 * Finds the days of a range that settled tables can serve.
 * @param reads whether the query reads a column: a table of an earlier build may lack it
 */
export type ReadDayStates = (
  sets: readonly TableSet[],
  sites: Sites,
  range: Range,
  terms: Terms,
  reads: (column: string) => boolean,
) => Promise<Settled>;

/**
 * Queries the database before the report does: the few times that it returns keep the report's query short. Each shard reports its own
 * days.
 */
export function dayStatesReader(clickhouse: ClickHouseClient, shards?: Shards): ReadDayStates {
  const servers = (shards?.each ?? [{ number: 0, client: clickhouse }]).map(({ number, client }) => ({
    number,
    lookUp: trustOn(client),
  }));
  return async (asked, sites, range, terms, reads) => {
    const days = { start: Math.floor(range.start / day) * day, end: Math.ceil(range.end / day) * day };
    const sets = [...new Map(asked.map((set) => [nameOf(set), set])).values()];
    if (sets.length === 0) return { rows: new Map(), tables: new Map() };
    const ask = <Answer>(number: number, question: () => Promise<Answer>) =>
      shards ? orSkipShard(shards, number, terms.missing, question) : question();
    const looked = servers.map(async ({ number, lookUp }) => {
      const trusted = await ask(number, () => lookUp(sets, sites, days, { ...terms, shards: undefined }));
      return trusted && { number, trusted };
    });
    const present = (await Promise.all(looked)).filter((one) => one !== undefined);
    const candidates = present.map(({ trusted }) => trusted);
    const tables = chooseTables(candidates, reads);
    const found = await Promise.all(
      present.map(({ number, trusted }) => ask(number, () => trusted.days(tables))),
    );
    const shared = shards && sets.some(hasEvents) ? await sharedDays(clickhouse, shards, sites, terms) : [];
    const rows = sets.flatMap((set, index): [string, DayStates][] => {
      const each = found.flatMap((one) => one?.[index] ?? []);
      const [first, ...others] = each;
      if (first === undefined) return [];
      const worst = others.length > 0 ? worstDays(each) : first;
      if (shared.length === 0 || !hasEvents(set)) return [[nameOf(set), worst]];
      // An event changes the path of a session of an earlier day.
      const live = set.includes('settled_paths') ? daysIn(days) : shared;
      return [[nameOf(set), withLiveDays(worst, live)]];
    });
    return { rows: new Map(rows), tables };
  };
}

/**
 * What a server's settled tables can serve. Reports of a dashboard run at the same time, most of them for the same days: they share these
 * queries.
 */
function trustOn(clickhouse: ClickHouseClient) {
  // The same SQL returns rows of the same type.
  const share = createShare<unknown[]>();
  const trust = createTrust();
  return (sets: readonly TableSet[], { ids, every }: Sites, range: Range, terms: Terms) => {
    const read: Read = async <Row>(query: Sql, row: z.ZodType<Row>) => {
      const statement = render(query);
      const run = async (left: AbortSignal) =>
        (await select(clickhouse, statement, row, { ...terms, left })).rows;
      const rows = await share(JSON.stringify(statement), terms.left, run);
      // Each query that shares them compares all their days, and is then written.
      await ownTurn();
      return rows as Row[];
    };
    return trust(read, sets, every ? undefined : ids, range);
  };
}

/** The days of events whose ids occur on several shards: only one event of each id counts, and a shard settles only its own. */
async function sharedDays(clickhouse: ClickHouseClient, shards: Shards, sites: Sites, terms: Terms) {
  const query = sql`
select distinct toUnixTimestamp(toDateTime(arrayJoin(days_of_id), 'UTC')) * 1000 as day
from (
    select groupUniqArrayArray(days) as days_of_id
    from ${table('event_ids')}
    where ${siteCondition(sites)}
    group by
        site_id,
        event_id
    having uniqExact(_shard_num) > 1
)`;
  const { rows } = await select(clickhouse, render(query, shards), z.object({ day: z.number() }), terms);
  return rows.map((row) => row.day);
}

const hasEvents = (set: TableSet) => set.includes('settled_events') || set.includes('settled_paths');

const daysIn = ({ start, end }: Range) =>
  Array.from({ length: Math.ceil((end - start) / day) }, (_, index) => start + index * day);
