/** Rows from the entity tables: of live days, and of changed sessions on changed days. */

import {
  columnList,
  crawlRows,
  eventRows,
  isFirstOfId,
  nearKey,
  pageviewRows,
  sessionRows,
  visitorRows,
  type Window,
} from '@tallyhouse/facts';
import { empty, final, inSet, raw, type Sql, sql, table } from '@tallyhouse/sql';
import { type About, atTimes, keyWindow, type Span, siteColumn, siteCondition } from './about.ts';
import { columnsOf } from './filter/condition.ts';
import { passing, type SessionRows, type TestedRows } from './filter/passing.ts';
import type { LiveFrom } from './relation.ts';
import { type AboutRelation, eventHours, eventsPass, hasChanged, type Sessions, unique } from './settled.ts';

/**
 * @param changed the sessions that changed since these days were settled; undefined for live days, which are read whole
 */
export function liveFrom(
  about: AboutRelation,
  spans: readonly Span[],
  changed: Sessions | undefined,
  found: SessionRows,
): LiveFrom {
  const near = keyWindow(about, spans);
  const site = siteColumn(about.sites);
  const passes = (rows: TestedRows) =>
    about.filters.length === 0 ? empty : passing(rows, about.filters, near, found);
  const viewsPass = passes(about.countsForSessions ? 'session_pageviews' : 'pageviews');
  // Where several threads merge, each reads the rows between their parts: of few sessions, most rows.
  const end = raw(changed ? 'settings max_final_threads = 1\n)' : ')');
  const window: Window = {
    site,
    few: changed !== undefined,
    key: sql`${near.siteCondition} and ${changed ? hasChanged(about, 'session', changed, spans) : near.hours}`,
    at: (time) => atTimes(raw(time), spans),
  };
  return {
    about,
    sessions: (columns) => sql`(
    ${sessionRows(columns, { ...window, where: passes('sessions') })}
${end} as session_rows`,
    pageviews: (columns, where = empty) => sql`(
    ${pageviewRows(unique(columns), { ...window, where: sql`${viewsPass} ${where}` })}
${end} as pageview_rows`,
    sessionPageviews: (...columns) => sql`(
    select
        ${columnList(unique(columns), window)},
        (true ${viewsPass}) as passes,
        -- Without passes: where no session passes, that would be a compiled constant, which ClickHouse 26.7 refuses in some joins.
        ${window.at('entered_at')} as is_in_spans
    from ${final('pageviews')}
    ${nearKey(window)}
${end} as pageview_rows`,
    itsSessions: (...columns) => sql`(
    ${sessionRows(unique(columns), { ...window, at: () => raw('true'), where: passes('sessions') })}
${end}`,
    visitors: () => sql`(
    ${visitorRows({
      siteCondition: near.siteCondition,
      near: changed ? hasChanged(about, 'visitor', changed, spans) : pingedVisitors(about, spans),
      at: window.at,
    })}
) as visitor_rows`,
    events: (columns, where = empty) => sql`(
    ${eventRows(unique(columns), {
      site,
      siteCondition: near.siteCondition,
      near: eventHours(spans),
      at: window.at,
      where: sql`${eventsPass(about, spans, found)} ${where}`,
      whereReads: columnsOf(about.filters),
    })}
) as event_rows`,
    crawls: (columns) => sql`(
    ${crawlRows(unique(columns), { siteCondition: near.siteCondition, at: window.at, where: passes('crawls') })}
) as crawl_rows`,
    sessionEvents: () => eventsOfSessions(near.siteCondition, near.hours, site),
    paths() {
      throw new Error('paths of live sessions have SQL of their own');
    },
  };
}

/**
 * FINAL would merge the rows of all visitors of all time, because a returning visitor has rows of any age until its parts are merged. So
 * hashes of all ids are compared with those of visitors with a ping in the spans, which is faster than comparing ids. A hash collision does
 * no harm, because each visitor is checked in the end. The hour in an id is not that of the first ping: it comes from the visitor's clock.
 */
function pingedVisitors({ sites }: About, spans: readonly Span[]): Sql {
  const pinged = sql`
select cityHash64(visitor_id)
from ${table('visitors')}
where ${siteCondition(sites)}
  and ${atTimes(raw('first_seen_at'), spans)}`;
  return inSet(raw('cityHash64(visitor_id)'), pinged, { inShared: true });
}

/** Events of any time that name sessions of these hours. Events are sorted by time: changed_events has their days. */
function eventsOfSessions(siteCondition: Sql, hours: Sql, site: Sql): Sql {
  const days = sql`
select day
from ${table('changed_events')}
where ${siteCondition}
  and ${hours}`;
  const near = sql`${inSet(raw('toDate(event_hour)'), days)} and ${hours}`;
  return sql`(
    select
        event,
        occurred_at,
        ping_id,
        (${site}session_id) as session
    from ${final('events')}
    where ${siteCondition}
      and ${near}
      and ${isFirstOfId(siteCondition, near)}
) as event_rows`;
}
