/**
 * Tables whose rows are a function of their pings: each column, by the pings of a row. The materialized views contain the same rules, but
 * are not used: comparing their output with themselves would find nothing. Only minima and maxima: redelivered pings, and unmerged rows,
 * change neither.
 */
import { final, raw, type Sql, sql, text } from '@tallyhouse/sql';

export interface Rebuilt {
  table: string;
  /** The key of its rows, within a site. The last column is the id in messages. */
  keys: readonly string[];
  /** Each other column, computed from the pings of a row. */
  columns: Readonly<Record<string, string>>;
  /** For messages: the pings behind a row. */
  from: 'its ping' | 'its pings';
  /** A column that old rows lack, and how to recognise such a row. */
  later?: { column: string; unknown: Sql };
}

const sessionHour = "toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC'))";

export const pageviews: Rebuilt = {
  table: 'pageviews',
  keys: ['session_id', 'pageview_id'],
  from: 'its pings',
  columns: {
    session_hour: sessionHour,
    visitor_id: 'min(visitor_id)',
    page_path: 'min(page_path)',
    title: "max(if(page_title = '', (toDateTime64(0, 3, 'UTC'), ''), (pinged_at, page_title)))",
    referrer: 'max(referrer)',
    entered_at: 'min(pinged_at)',
    exited_at: 'max(pinged_at)',
    focus_time_ms: 'max(focus_time_ms)',
    scroll_depth: 'max(scroll_depth)',
    word_count: 'max(word_count)',
    vitals: 'maxMap(vitals)',
    view_hash: 'max(view_hash)',
  },
};

const firstOf = (...columns: string[]) => `min((pinged_at, ping_id, ${columns.join(', ')}))`;

export const sessions: Rebuilt = {
  table: 'sessions',
  keys: ['session_id'],
  from: 'its pings',
  columns: {
    session_hour: sessionHour,
    visitor_id: 'min(visitor_id)',
    first_seen_at: 'min(pinged_at)',
    last_seen_at: 'max(pinged_at)',
    first_pageview_id: 'min(pageview_id)',
    last_pageview_id: 'max(pageview_id)',
    acquisition: firstOf(
      'source, medium, referrer, utm_source, utm_medium, utm_campaign, utm_term, utm_content',
      'hostname, page_path',
    ),
    geography: firstOf('ip, country, region, city, latitude, longitude'),
    device: firstOf('browser, browser_version, os, os_version, device_type'),
    first_language: firstOf('language'),
    first_screen: firstOf('screen'),
    first_view: 'min((pinged_at, toUInt128(pageview_id), page_path))',
  },
  // Sessions of a backup from before there was a first view have no number in it.
  later: { column: 'first_view', unknown: sql`tupleElement(later, 2) = bitNot(toUInt128(0))` },
};

export const events: Rebuilt = {
  table: 'events',
  keys: ['ping_id'],
  from: 'its ping',
  columns: {
    event_hour: 'toStartOfHour(min(pinged_at))',
    event: 'min(event)',
    occurred_at: 'min(pinged_at)',
    event_id: 'min(event_id)',
    session_id: 'min(session_id)',
    visitor_id: 'min(visitor_id)',
    page_path: 'min(page_path)',
    props: 'any(props)',
    amount: 'min(amount)',
    currency: 'min(currency)',
  },
};

/**
 * Compares the rows of a table with a rebuild from their pings.
 * @param stored the condition of the rows
 * @param pings that of their pings
 */
export function compareRebuilt({ table, keys, from, columns, later }: Rebuilt, stored: Sql, pings: Sql): Sql {
  const listOf = (names: readonly string[]) => raw(names.join(', '));
  const compared = Object.keys(columns).filter((name) => name !== later?.column);
  const known = later ? sql`uniqExactIf(later, not (${later.unknown})) > 1` : sql`false`;
  const half = (isStored: boolean, expressionOf: (name: string) => string | undefined) => sql`
site_id,
${listOf(keys)},
${raw(`${isStored}`)} as is_stored,
cityHash64(toString((${listOf(compared.map((name) => `${expressionOf(name)}`))}))) as content,
${raw(later ? `${expressionOf(later.column)}` : 'null')} as later`;
  return sql`
select
    site_id,
    ${raw(`${keys.at(-1)}`)} as id,
    multiIf(
        not max(is_stored), 'has no row',
        min(is_stored), 'has no ping',
        uniqExact(content) > 1 or ${known}, ${text(`differs from ${from}`)},
        ''
    ) as difference
from (
    select
        ${half(true, (name) => name)}
    from ${final(table)}
    where ${stored}
    union all
    select
        ${half(false, (name) => columns[name])}
    from pings
    where drop_reason = ''
      and ${pings}
    group by
        site_id,
        ${listOf(keys)}
)
group by
    site_id,
    ${listOf(keys)}`;
}
