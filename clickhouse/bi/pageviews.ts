import { pageviewColumns, pageviewTotals, vitalColumns, vitalsIn } from '@tallyhouse/facts';
import { propertyNames } from '@tallyhouse/ping/session-properties';
import { final, sql } from '@tallyhouse/sql';
import { daysOfTrust, liveWindow, unitedDays } from './trust.ts';
import {
  asOnShards,
  columnsOf,
  computedColumns,
  computedOf,
  listed,
  liveProperties,
  ofItsSession,
  site,
  type View,
} from './view.ts';

const totals = pageviewTotals.map(({ name }) => name);
const ofViews = ['page_path', 'page_title', ...totals, 'is_entry', 'is_exit', 'next_page'];

/**
 * Written apart from the definition of settled days: that compares pages by hash, because a day has many long paths, and looks them up
 * then; live rows are few.
 */
const livePageviews = sql`
select
    site_id,
    toDate(viewed.view.entered_at) as date,
    viewed.view.pageview_id as pageview_id,
    session_id,
    viewed.view.visitor_id as visitor_id,
    viewed.view.entered_at as entered_at,
    viewed.view.exited_at as exited_at,
    toLowCardinality(viewed.view.page_path) as page_path,
    toLowCardinality(viewed.view.page_title) as page_title,
    ${listed(totals.map((name) => `viewed.view.${name} as ${name}`))},
    toBool(viewed.place = 1) as is_entry,
    toBool(viewed.place = viewed.places) as is_exit,
    toLowCardinality(viewed.following) as next_page,
    toLowCardinality(viewed.last_page) as exit_page,
    ${listed([...liveProperties, ...vitalsIn('viewed.view.vitals')])}
from (
    select
        site_id,
        session_hour,
        session_id,
        pages[-1] as last_page,
        length(views) as places,
        view,
        place,
        following
    from (
        select
            site_id,
            session_hour,
            session_id,
            arraySort(view -> (view.entered_at, toUInt128(view.pageview_id)), groupArray((
                entered_at,
                pageview_id,
                page_path,
                page_title,
                visitor_id,
                exited_at,
                ${listed(totals)},
                vitals
            )::Tuple(
                entered_at DateTime64(3, 'UTC'),
                pageview_id UUID,
                page_path String,
                page_title String,
                visitor_id UUID,
                exited_at DateTime64(3, 'UTC'),
                ${listed(pageviewTotals.map(({ name, type }) => `${name} ${type}`))},
                vitals Map(String, Float64)
            ))) as views,
            tupleElement(views, 'page_path') as pages,
            -- The page of the next view; consecutive views of one page share the one of the last of them.
            arrayReverseFill((next, page) -> next != page, arrayShiftLeft(pages, 1), pages) as next_pages
        from ${final('pageviews')}
        where ${liveWindow.key}
        group by
            site_id,
            session_hour,
            session_id
    )
    array join
        views as view,
        arrayEnumerate(views) as place,
        next_pages as following
    where ${liveWindow.at('view.entered_at')}
) as viewed
left any join (
    select
        site_id,
        session_hour,
        session_id,
        ${listed(propertyNames)}
    from ${final('sessions')}
    where ${liveWindow.key}
) as properties using (site_id, session_hour, session_id)`;

const vitals = vitalColumns.map(({ name }) => name);
const idsOfViews = ['pageview_id', 'session_id', 'visitor_id'];
const described = [...idsOfViews, 'entered_at', 'exited_at', ...ofViews, ...ofItsSession, ...vitals];

export const pageviews: View = {
  name: 'pageviews',
  comment: 'One row per pageview, with its place in its session and the properties of the session',
  columns: () => [
    site,
    { name: 'date', type: 'Date', comment: 'UTC day of entered_at' },
    ...columnsOf(pageviewColumns, described),
    ...computedColumns,
  ],
  given: daysOfTrust('settled_pageviews'),
  rows: () => sql`
select
    *,
    ${computedOf()}
from (
    ${unitedDays(livePageviews, ['site_id', 'day as date', ...described], 'settled_pageviews')}
)`,
  overShards: asOnShards('pageviews', idsOfViews),
  dayOf: 'entered_at',
};
