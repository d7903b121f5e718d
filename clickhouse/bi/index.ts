import { propertyColumns, sessionProperties } from '@tallyhouse/ping/session-properties';
import { inSteps } from './in-steps.ts';
import trustSql from './parts/trust.sql';
import trustEventsSql from './parts/trust-events.sql';
import personalSessionsSql from './personal/sessions.sql';
import { columnsOfItsSession, columnsOfSession } from './property-columns.ts';
import { texts } from './texts.ts';

/** Where views for BI tools stand, and what they read. Each is the name of a database or user, of letters, digits and _. */
export interface BiNames {
  /** The database of the tables. */
  database: string;
  /** The database of the views. */
  bi: string;
  /** The database of the views with personal data; undefined for none. */
  personal?: string | undefined;
  /** The user whose rights the views have. */
  definer: string;
}

export interface BiView {
  name: string;
  /** The whole statement that creates or replaces it. */
  sql: string;
}

/** The views in steps: those of a step read only views of the steps before. */
export function biViews(names: BiNames): BiView[][] {
  return inSteps(
    Object.entries(texts).map(([name, text]) => ({ name, sql: filled(text, names).trim() })),
    names.bi,
  );
}

/** The views with personal data, which most readers must not see. */
export function personalViews(names: BiNames & { personal: string }): BiView[] {
  const sql = filled(personalSessionsSql, names).replaceAll('{personal}', names.personal).trim();
  return [{ name: 'sessions', sql }];
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

function filled(text: string, names: BiNames): string {
  return text
    .replace(/\/\* ([a-z ]+)(?:: (\S+))? \*\//g, (comment, name: string, argument = '') => {
      const part = parts[name];
      if (part === undefined) throw new Error(`no such part of a view: ${comment}`);
      return part(argument);
    })
    .replaceAll('{properties}', columns)
    .replaceAll('{live_properties}', liveColumns)
    .replaceAll('{database}', names.database)
    .replaceAll('{bi}', names.bi)
    .replaceAll('{definer}', names.definer);
}
