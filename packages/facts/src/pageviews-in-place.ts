import { propertyNames } from '@tallyhouse/ping/session-properties';
import { empty, final, raw, type Sql, sql, table } from '@tallyhouse/sql';
import { type Column, columnsIn, countsOfItsSession, propertiesOfItsSession } from './columns.ts';
import { hasVitals, isVital, vitalColumns, vitalsOfDay } from './vitals.ts';
import type { DayWindow } from './window.ts';

/** Running totals of a pageview: the largest value that its pings sent. Append new ones. */
export const pageviewTotals: readonly Column[] = columnsIn(`
focus_time_ms | UInt32 | Milliseconds during which the page was visible and focused | T64, ZSTD(1)
scroll_depth | UInt8 | Deepest point seen, percent of the height of the page
word_count | UInt32 | Words in the text of the page; 0 when unknown`);

/** The columns of `pageviewsInPlace` in their order, without the site. */
export const pageviewColumns: readonly Column[] = [
  ...columnsIn(`
session_hour | DateTime('UTC') | Hour of the time inside session_id | Delta(4), ZSTD(1)
session_id | UUID | Session
pageview_id | UUID | Id of the pageview; one row for each pageview id of a session
visitor_id | UUID | Visitor
page_path | LowCardinality(String) | Path of the page
page_title | LowCardinality(String) | Newest non-empty title that its pings sent
entered_at | DateTime64(3, 'UTC') | Time of the first ping; the pageview counts in the period that contains this time | T64, ZSTD(1)
exited_at | DateTime64(3, 'UTC') | Time of the last ping | T64, ZSTD(1)
previous_at | DateTime64(3, 'UTC') | Time at which the session last entered the same page before; 1970 when it had not. The unique views of a period are those whose previous_at is before the period
is_entry | Bool | Whether it is the first pageview of its session
is_exit | Bool | Whether it is the last pageview of its session
page_number | UInt32 | Number of the page in its session, from 1: pageviews of one page in a row share it | T64, ZSTD(1)
next_page | LowCardinality(String) | The next other page in the session, at any later time; empty when there was none`),
  ...pageviewTotals,
  ...propertiesOfItsSession,
  ...countsOfItsSession,
  ...vitalColumns,
  hasVitals,
];

/**
 * Pageviews of a day with their position in the session: whether they are its first or last, the number of the page, the next other page,
 * the time of the previous view of the same page (`previous_at`, 1970 if none), properties of the session and web vitals.
 * @param columns some of `pageviewColumns`; an earlier build's columns must keep their SQL
 */
export function pageviewsInPlace(columns: readonly string[], window: DayWindow): Sql {
  const { key, at, spans, overlaps } = window;
  const counts = countsOfItsSession.map(({ name }) => name);
  const properties = raw([...propertyNames, ...counts].filter((name) => columns.includes(name)).join(', '));
  const known = pageviewTotals.filter(({ name }) => columns.includes(name));
  const totals = (as: (total: Column) => string) => raw(known.map(as).join(',\n'));
  const totalNames = totals(({ name }) => name);
  const vitals = columns.some(isVital) ? vitalsOfDay(columns, window) : { columns: empty, join: empty };
  return sql`
with
    -- All pageviews of a session, on any day. Pages are compared by hash, because a session may have many long paths.
    day_sessions as (
        select
            site_id,
            session_hour,
            session_id,
            arraySort(view -> (view.entered_at, toUInt128(view.pageview_id)), groupArray((
                entered_at,
                pageview_id,
                reinterpretAsUInt128(sipHash128(page_path)),
                visitor_id,
                ${totalNames},
                exited_at,
                reinterpretAsUInt128(sipHash128(page_title))
            )::Tuple(
                entered_at DateTime64(3, 'UTC'),
                pageview_id UUID,
                page UInt128,
                visitor_id UUID,
                ${totals(({ name, type }) => `${name} ${type}`)},
                exited_at DateTime64(3, 'UTC'),
                title_hash UInt128
            ))) as views,
            tupleElement(views, 'page') as pages,
            arrayCumSum((page, before) -> page != before, pages, arrayPushFront(arrayPopBack(pages), toUInt128(0))) as page_numbers,
            -- The page of the next view; consecutive views of one page share that of the last.
            arrayReverseFill(
                (next_page, page) -> next_page != page,
                arrayShiftLeft(pages, 1),
                pages
            ) as next_pages,
            -- By page, then by position.
            arraySort(arrayZip(pages, arrayEnumerate(views), next_pages, views, page_numbers)) as page_views,
            arrayShiftRight(page_views, 1) as views_before
        from ${final('pageviews')}
        where ${key}
        group by
            site_id,
            session_hour,
            session_id
        -- The others have no view on the day: half of the rows read.
        having ${spans('entered_at')}
    ),
    day_views as (
        select
            site_id,
            session_hour,
            session_id,
            view.1 as page,
            view.2 = 1 as is_entry,
            view.2 = length(views) as is_exit,
            view.3 as next,
            view.5 as page_number,
            pages[-1] as last_page,
            if(view_before.1 = page, view_before.4.entered_at, toDateTime64(0, 3, 'UTC')) as previous_at,
            view.4.pageview_id as pageview_id,
            view.4.visitor_id as visitor_id,
            view.4.entered_at as entered_at,
            view.4.exited_at as exited_at,
            view.4.title_hash as title_hash,
            ${totals(({ name }) => `view.4.${name} as ${name}`)}
        from day_sessions
        array join
            page_views as view,
            views_before as view_before
        where ${at('entered_at')}
    ),
    paths as (
        select
            reinterpretAsUInt128(sipHash128(page_path)) as page,
            any(page_path) as path
        from ${table('pageviews')}
        where ${key}
        group by page
    ),
    titles as (
        select
            reinterpretAsUInt128(sipHash128(page_title)) as title_hash,
            any(page_title) as text
        from ${table('pageviews')}
        where ${key}
        group by title_hash
    ),
    properties as (
        select
            ${properties},
            site_id,
            session_hour,
            session_id
        from ${final('sessions')}
        where ${key}
          and ${overlaps('first_seen_at', 'last_seen_at')}
    )
select
    day_views.site_id as site_id,
    day_views.session_hour as session_hour,
    day_views.session_id as session_id,
    pageview_id,
    visitor_id,
    own.path as page_path,
    titles.text as page_title,
    entered_at,
    exited_at,
    previous_at,
    is_entry,
    is_exit,
    page_number,
    following.path as next_page,
    ${totalNames},
    leaving.path as exit_page,
    ${properties}${vitals.columns}
from day_views
left any join paths as own on own.page = day_views.page
left any join paths as following on following.page = day_views.next
left any join paths as leaving on leaving.page = day_views.last_page
left any join titles on titles.title_hash = day_views.title_hash
left any join properties using (site_id, session_hour, session_id)${vitals.join}`;
}
