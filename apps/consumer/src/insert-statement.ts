import { ClickHouseError } from '@clickhouse/client';
import { requestId } from '@tallyhouse/deletion';
import { pingFields } from '@tallyhouse/ping';
import { join, raw, render, type Sql, sql } from '@tallyhouse/sql';

/** A table that messages are stored in. */
interface Stored {
  table: 'pings' | 'crawls';
  /** The column with the time of the event. */
  time: string;
  /** The ids that a deletion names besides sites, as SQL, by their kind. */
  ids: Readonly<Record<string, string>>;
  /** The columns that the row of a forgotten message keeps. */
  kept: ReadonlySet<string>;
  /** The values that a forgotten message gets in columns that are neither kept nor empty. */
  ofForgotten: Readonly<Record<string, string>>;
}

const always = ['row_version', 'log_partition', 'log_offset'];

/** The row of a forgotten ping is that of a dropped one. */
const pings: Stored = {
  table: 'pings',
  time: 'pinged_at',
  ids: { visitor: 'visitor_id', session: 'session_id', ping: 'ping_id' },
  kept: new Set([
    ...always,
    ...Object.entries(pingFields).flatMap(([name, field]) => ('kept' in field ? [name] : [])),
  ]),
  ofForgotten: {
    site_id: "if(is_of_forgotten_site, '', site_id)",
    drop_reason: "if(is_forgotten and drop_reason = '', 'forgotten', drop_reason)",
  },
};

/** The row of a forgotten request has no site: it only records that its message was stored. */
const crawls: Stored = {
  table: 'crawls',
  time: 'occurred_at',
  ids: { ping: requestId },
  kept: new Set([...always, 'id', 'received_at', 'precedence']),
  ofForgotten: { site_id: "if(is_forgotten, '', site_id)" },
};

/**
 * The statement that stores rows with this header (names, then types, each a line of JSON): pings, or requests of pages. With `forgetting`,
 * a deleted ping (table `forgotten`) becomes a row without its content, with the drop reason `forgotten`, so that it stays accounted for.
 * Because this is part of the insert, no table ever has the ping, whether it arrives live, by a replay, or as a dead letter put back.
 * Without, the rows are stored as they are, and the statement fails as soon as anything is forgotten (`somethingIsForgotten`): it takes 0.9
 * of the time.
 */
export function insertStatement(header: string, { forgetting }: { forgetting: boolean }): string {
  const [names = [], types = []] = header
    .trimEnd()
    .split('\n')
    .map((line): string[] => JSON.parse(line));
  const columns = names.map((name, index) => ({ name, type: quoted(types[index] ?? '') }));
  const stored = names.includes('ping_id') ? pings : crawls;
  const { kept, ofForgotten } = stored;
  const values = columns.map(
    ({ name, type }) =>
      ofForgotten[name] ??
      (kept.has(name) ? name : `if(is_forgotten, defaultValueOfTypeName('${type}'), ${name})`),
  );
  const structure = listed(columns.map(({ name, type }) => `${name} ${type}`));
  return render(
    forgetting
      ? insertForgetting(stored, names, values, structure)
      : insertWhole(stored.table, names, structure),
  ).sql;
}

const listed = (parts: readonly string[]) => raw(parts.join(', '));

/** The guard fails the insert when anything is forgotten: then `insertForgetting` is used, which costs more. */
const insertWhole = (table: string, names: readonly string[], structure: Sql): Sql => sql`
insert into ${raw(table)} (${listed(names)})
select *
from input('${structure}')
where throwIf((select count() > 0 from forgotten), 'something is forgotten') = 0
format JSONCompactEachRowWithNamesAndTypes`;

const isNamed = ([kind, id]: [string, string]): Sql =>
  sql`is_named(SHA256(concat('${raw(kind)} ', site_id, ' ', toString(${raw(id)}))))`;

const insertForgetting = (
  { table, time, ids }: Stored,
  names: readonly string[],
  values: readonly string[],
  structure: Sql,
): Sql => sql`
insert into ${raw(table)} (${listed(names)})
with
    -- For a live ping, which is newer than every deletion, the end of all times alone.
    arrayFilter(limit -> received_at < limit, (select groupUniqArray(received_before) from forgotten)) as limits,
    -- One set for all three: the kind is part of what is hashed.
    (hash -> arrayExists(limit -> (hash, limit) in (
        select forgotten.hash, received_before
        from forgotten
        where kind in ('visitor', 'session', 'ping')
    ), limits)) as is_named,
    (
        select groupUniqArray((hash, received_before, pinged_before))
        from forgotten
        where kind = 'site'
    ) as site_rules,
    (
        select groupUniqArray((hash, received_before, pinged_before))
        from forgotten
        where kind = 'before'
    ) as before_rules,
    SHA256(concat('site ', site_id)) as site_hash,
    (rule -> rule.1 = site_hash and received_at < rule.2 and ${raw(time)} < rule.3) as applies,
    arrayExists(applies, site_rules) as is_of_forgotten_site,
    is_of_forgotten_site
        or arrayExists(applies, before_rules)
        or ${join(Object.entries(ids).map(isNamed), '\n        or ')} as is_forgotten
select ${listed(values)}
from input('${structure}')
format JSONCompactEachRowWithNamesAndTypes`;

/** FUNCTION_THROW_IF_VALUE_IS_NON_ZERO: the guard of `insertWhole`. */
const guardCode = '395';

/** Whether an insert without `forgetting` failed because something is forgotten. */
export const somethingIsForgotten = (error: unknown): boolean =>
  error instanceof ClickHouseError && error.code === guardCode;

/** Types contain quotes: `DateTime64(3, 'UTC')`. */
const quoted = (type: string) => type.replaceAll("'", "\\'");
