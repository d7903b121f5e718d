import { propertyColumns, sessionProperties } from '@tallyhouse/ping/session-properties';
import trustSql from './parts/trust.sql';
import trustEventsSql from './parts/trust-events.sql';
import personalSessionsSql from './personal/sessions.sql';
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
  trust: (table) =>
    (table === 'settled_events' ? trustEventsSql : trustSql)
      .trim()
      .replaceAll('{table}', table)
      .replaceAll('\n', '\n    '),
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

function inSteps(views: readonly BiView[], bi: string): BiView[][] {
  if (views.length === 0) return [];
  const reads = (view: BiView, other: BiView) =>
    view !== other && new RegExp(`\\b${bi}\\.${other.name}\\b`).test(view.sql);
  const ready = views.filter((view) => !views.some((other) => reads(view, other)));
  if (ready.length === 0) throw new Error('These views read each other in a circle');
  return [
    ready,
    ...inSteps(
      views.filter((view) => !ready.includes(view)),
      bi,
    ),
  ];
}
