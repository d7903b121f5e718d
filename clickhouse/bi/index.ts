import type { BiNames } from '@tallyhouse/clickhouse';
import { idLead } from '@tallyhouse/ping';
import { propertyColumns, sessionProperties } from '@tallyhouse/ping/session-properties';
import { inSteps } from './in-steps.ts';
import trustSql from './parts/trust.sql';
import trustEventsSql from './parts/trust-events.sql';
import personalOverShardsSql from './personal/over-shards/sessions.sql';
import personalSessionsSql from './personal/sessions.sql';
import { columnsOfItsSession, columnsOfSession } from './property-columns.ts';
import { texts, textsOverShards } from './texts.ts';

export interface BiView {
  name: string;
  /** The whole statement that creates or replaces it. */
  sql: string;
}

/** The views in steps: those of a step read only views of the steps before. Over shards they read `viewsOfShard` of each. */
export function biViews(names: BiNames): BiView[][] {
  const views = Object.entries(texts).map(([name, text]) => {
    const whole = names.cluster === undefined ? text : overShards(text, textsOverShards[name]);
    return { name, sql: filled(whole, names, ofServer).trim() };
  });
  return inSteps(views, names.bi);
}

/** The views with personal data, which most readers must not see. */
export function personalViews(names: BiNames & { personal: string }): BiView[] {
  const text =
    names.cluster === undefined
      ? personalSessionsSql
      : overShards(personalSessionsSql, personalOverShardsSql);
  return [{ name: 'sessions', sql: filled(text, names, ofServer).trim() }];
}

/** The database of `viewsOfShard`. No BI user may read it: who takes it for the whole would get numbers of a part. */
export const databaseOfShard = ({ bi }: Pick<BiNames, 'bi'>) => `${bi}_local`;

/** The same views over the rows of one shard, in steps. Days have the state of their visitors, and daily events those without an id. */
export function viewsOfShard(names: BiNames): BiView[][] {
  const local = databaseOfShard(names);
  const views = Object.entries(texts).map(([name, text]) => ({
    name,
    sql: filled(text, { ...names, bi: local }, ofShard).trim(),
  }));
  const steps = inSteps(views, local);
  if (names.personal === undefined) return steps;
  const personal = personalSessionsSql.replace('{personal}.sessions', `${local}.personal_sessions`);
  return [...steps, [{ name: 'personal_sessions', sql: filled(personal, names, ofShard).trim() }]];
}

/** The views of a database, by name. */
export interface ViewNames {
  database: string;
  /** Whether they have personal data. */
  personal: boolean;
  views: string[];
}

/** The databases of views, each with the names of its views. */
export function viewNames(names: BiNames): ViewNames[] {
  const { bi, personal } = names;
  const namesOf = (views: readonly BiView[]) => views.map(({ name }) => name);
  return [
    { database: bi, personal: false, views: namesOf(biViews(names).flat()) },
    ...(personal === undefined
      ? []
      : [{ database: personal, personal: true, views: namesOf(personalViews({ ...names, personal })) }]),
  ];
}

/** Which days are read where; see parts/trust.sql. */
const daysOfTrust = `tupleElement(trust, 1) as live_days,
    tupleElement(trust, 2) as changed_days,
    tupleElement(trust, 3) as changed_since,
    tupleElement(trust, 4) as live_key_days,
    changed as (
        select
            site_id,
            session_hour,
            session_id
        from {database}.changed_sessions
        where notEmpty(changed_days)
          and changed_from >= toStartOfFiveMinutes(changed_since)
          and changed_at >= changed_since
    )`;

const isChanged = '(site_id, session_hour, session_id) in changed';

/** What the views share, by the placeholder in their text. */
const parts: Readonly<Record<string, (argument: string) => string>> = {
  'columns of the session': () => columnsOfSession,
  'columns of its session': () => columnsOfItsSession,
  trust: trustIn,
  'stale days': (table) => `${trustIn(table)} as trust,
    arrayConcat(tupleElement(trust, 1), tupleElement(trust, 2)) as stale_days`,
  'days of trust': () => daysOfTrust,
  'live keys': () => `(toDate(session_hour) in live_key_days or ${isChanged})`,
  'live rows': (day) => `(${day} in live_days or (${day} in changed_days and ${isChanged}))`,
  'settled rows': () => `site_id != '' and day not in live_days and day not in changed_days`,
  'named by live events': () => `(site_id, session_hour, session_id) in (
        select
            site_id,
            session_hour,
            session_id
        from {database}.events
        where toDate(event_hour) in live_days
          and notEmpty(session_id)
    )`,
  'unchanged rows': () => `site_id != '' and day in changed_days and not ${isChanged}`,
};

function trustIn(table: string): string {
  const text = table === 'settled_events' ? trustEventsSql : trustSql;
  return text.trim().replaceAll('{table}', table).replaceAll('\n', '\n    ');
}

const columns = propertyColumns.trim().replace(/,$/, '');
const liveColumns = Object.keys(sessionProperties)
  .map((name) => `toLowCardinality(${name}) as ${name}`)
  .join(', ');

/** The values of placeholders in which views over all rows differ from those over the rows of one shard. */
interface Extent {
  visitor_number: string;
  state: string;
  visitors: string;
  counted_here: string;
}

const ofServer: Extent = {
  visitor_number: 'UInt64',
  state: '',
  visitors: 'visitor_count',
  counted_here: 'true',
};

const ofShard: Extent = {
  visitor_number: 'AggregateFunction(uniqCombined64(17), UUID)',
  state: 'State',
  visitors: 'visitors',
  counted_here: "event_id = ''",
};

/**
 * A column whose values are compared by the server that was asked. ClickHouse sends the conditions of a query to the shards as text, with
 * the subquery of an `in`, which each of them would run again, as the user in remote_servers: with the rights and row policies of that
 * one. A condition on the result of a lambda is not sent (26.7). Few filter ids by a value, and many by a subquery.
 */
const comparedHere = (column: string) => `arrayFirst(one -> true, [${column}]) as ${column}`;

/** Whatever a reader sets, a shard that is away is an error, and what shards have added up is added up. */
const settingsOverShards =
  'skip_unavailable_shards = 0, distributed_group_by_no_merge = 0, join_use_nulls = 0';

/** A view with the same columns and comments that selects something else. */
function overShards(text: string, body: string | undefined): string {
  if (body === undefined) throw new Error(`a view has no text over shards: ${text.split('\n', 1)[0]}`);
  return text.replace(
    /\nas\n[\s\S]*(?=\ncomment ')/,
    () => `\nas\n${body.trim()}\nsettings ${settingsOverShards}`,
  );
}

function filled(text: string, names: BiNames, extent: Extent): string {
  return text
    .replace(/\/\* ([a-z ]+)(?:: (\S+))? \*\//g, (comment, name: string, argument = '') => {
      const part = parts[name];
      if (part === undefined) throw new Error(`no such part of a view: ${comment}`);
      return part(argument);
    })
    .replaceAll('{id_lead_hours}', String(idLead / 3_600_000))
    .replaceAll('{properties}', columns)
    .replaceAll('{live_properties}', liveColumns)
    .replace(/\{(visitor_number|state|visitors|counted_here)\}/g, (_, name: keyof Extent) => extent[name])
    .replace(/\{here:(\w+)\}/g, (_, column: string) => comparedHere(column))
    .replaceAll('{cluster}', names.cluster ?? '')
    .replaceAll('{local}', databaseOfShard(names))
    .replaceAll('{database}', names.database)
    .replaceAll('{personal}', names.personal ?? '')
    .replaceAll('{bi}', names.bi)
    .replaceAll('{definer}', names.definer);
}
