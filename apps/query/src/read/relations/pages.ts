import type { Filter } from '@tallyhouse/filter';
import { empty, join, raw, type Sql, sql, table, text, time } from '@tallyhouse/sql';
import { type About, siteCondition } from '../about.ts';
import { columnsOf, conditions, isHashOf, isOneOf } from '../filter/condition.ts';
import { type Key, keySql, rowsBy, sumsOf } from '../metrics.ts';
import { type Relation, settledWith } from '../relation.ts';

const pageViewsBy = (by: readonly ('site_id' | 'page_path')[]): Relation => ({
  ...sumsOf('pageviews', { by, metrics: ['views', 'first_views', 'focus_time_ms', 'scroll_depth'] }),
  // A live pageview does not store whether its session viewed the page before: this follows from all views of the session in the period.
  // Only the first one counts, and only in its own span, so that no view counts both here and in settled rows.
  live: (from) => sql`
select
    ${raw(by.join(', '))},
    sum(session_pages.views) as views,
    countIf(is_first_in_spans) as first_views,
    sum(session_pages.focus_time_ms) as focus_time_ms,
    sum(session_pages.scroll_depth) as scroll_depth
from (
    select
        ${raw(by.join(', '))},
        countIf(is_in_spans) as views,
        argMin(is_in_spans, entered_at) as is_first_in_spans,
        sumIf(pageview_rows.focus_time_ms, is_in_spans) as focus_time_ms,
        sumIf(pageview_rows.scroll_depth, is_in_spans) as scroll_depth
    from ${from.sessionPageviews(...by, 'entered_at', 'focus_time_ms', 'scroll_depth', 'session')}
    where entered_at >= ${time(from.about.range.start)}
      and entered_at < ${time(from.about.range.end)}
      and passes
    group by
        ${raw(by.join(', '))},
        session
    having views > 0
) as session_pages
group by all`,
});

export const pageViews = pageViewsBy(['page_path']);
/** For exports of several sites. The site as a key would take a tenth of the time of a report that does not name it. */
export const pageViewsOfSites = pageViewsBy(['site_id', 'page_path']);

/** For filters: which sessions have which pages. */
export const sessionPages: Relation = {
  ...rowsBy('pageviews', [], ['site_id', 'session_id', 'page_path']),
  unfiltered: true,
  shards: 'within one',
};

const isPage = (page: string) => ({ condition: sql`page_path = ${text(page)}`, reads: ['page_path'] });

/** How the views of a page were read. */
export const pageReadings = (page: string) =>
  sumsOf('pageviews', {
    metrics: ['views', 'words', 'focus_time_ms', 'scroll_depth', 'views_by_depth'],
    where: isPage(page),
  });

export const focusTimes = (page: string): Relation => ({
  tables: ['settled_pageviews'],
  rows: (from) => sql`
select focus_time_ms
from ${from.pageviews(['focus_time_ms', 'page_path'])}
where page_path = ${text(page)}`,
  sums: { by: 'day' },
});

/** The views of a page by the next other page of their session. */
export const pageFlow = (page: string): Relation => ({
  ...sumsOf('pageviews', {
    by: ['next_page'],
    metrics: ['views', 'first_views', 'entries'],
    where: isPage(page),
  }),
  // A live pageview does not store its position in its session: it follows from all pageviews of the session.
  live: (from) => sql`
select
    next_view.2 as next_page,
    count() as views,
    countIf(previous_at < ${time(from.about.range.start)} or previous_at = 0) as first_views,
    countIf(position = first_position) as entries
from (
    select
        entered_at,
        is_in_spans,
        page_path = ${text(page)} and passes as is_view,
        -- Ids order pageviews of one millisecond, as everywhere.
        (entered_at, toUInt128(pageview_id)) as position,
        min(position) over (partition by session) as first_position,
        -- From the last view back, so that each row adds to the result of the later ones: the first later view of another page; an empty
        -- path if there is none.
        minIf((position, page_path), page_path != ${text(page)}) over (
            partition by session
            order by position desc
        ) as next_view,
        maxIf(entered_at, is_view) over (
            partition by session
            order by position rows between unbounded preceding and 1 preceding
        ) as previous_at
    from ${from.sessionPageviews('entered_at', 'pageview_id', 'page_path', 'session')}
    where session in (
        select session
        from ${from.pageviews(['session', 'page_path'])}
        where page_path = ${text(page)}
    )
)
where is_view
  and is_in_spans
group by next_page`,
});

/** Whether an array of texts is one of these keys, by their hashes: a collision does no harm, as rows are matched by their key. @param key its SQL */
export const isOfKeys = (key: string, keys: readonly (readonly string[])[]): Sql =>
  isHashOf(
    sql`arrayStringConcat(${raw(key)}, '\0')`,
    keys.map((parts) => parts.join('\0')),
  );

/** Whether a pageview is of one of these pages. */
export const isOfPages = (pages: readonly string[]): Sql => isOneOf(raw('page_path'), pages);

/** Visitors of pages. */
export const pageVisitors = (pages: readonly string[]) =>
  sumsOf('pageviews', {
    by: ['page_path'],
    metrics: ['visitors'],
    where: { condition: isOfPages(pages), reads: [] },
  });

/**
 * When sessions viewed pages.
 * @param columns of pageviews, besides the session and the time
 * @param asked the requested paths; undefined for all
 * @param filters conditions on the pageviews
 */
export const pageEntries = (
  columns: readonly string[],
  asked: readonly string[] | undefined,
  filters: readonly Filter[],
): Relation => ({
  tables: settledWith(columns, ['settled_pageviews']),
  rows: (from) => sql`
select
    ${raw(['session_hour', 'session', ...columns, 'entered_at'].join(',\n'))}
from ${from.pageviews(
    ['session_hour', 'session', 'page_path', 'entered_at', ...columns, ...columnsOf(filters)],
    sql`${asked ? sql`and ${isOfPages(asked)}` : empty} ${conditions(filters)}`,
  )}`,
  conditions: filters,
  unfiltered: true,
});

/**
 * Sessions that began in the period, once for each page viewed in it, or for each other value of these columns of pageviews.
 * @param pages keys that are columns of pageviews
 * @param others keys that are columns of sessions, or the bucket
 * @param columns further columns of sessions
 * @param where a condition on the keys, `and` before it: only on settled rows, which are many
 */
export function pageSessions(
  pages: readonly Key[],
  others: readonly Key[],
  columns: readonly string[],
  where: Sql,
): Relation {
  const ofPages = pages.map(({ column }) => column);
  const ofSessions = others.map(({ column }) => (column === 'bucket' ? 'first_seen_at' : column));
  const names = (about: About) => [
    ...pages.map((key) => keySql(key, 'entered_at', about)),
    ...others.map((key) => keySql(key, 'first_seen_at', about)),
    ...columns.map(raw),
  ];
  const beganIn = ({ period }: About) =>
    sql`first_seen_at >= ${time(period.start)} and first_seen_at < ${time(period.end)}`;
  return {
    tables: settledWith(ofPages, ['settled_pageviews']),
    rows: (from) => sql`
select
    ${join(names(from.about), ',\n')}
from ${from.pageviews(['is_first_view', 'first_seen_at', ...ofPages, ...ofSessions, ...columns])}
where is_first_view
  and ${beganIn(from.about)} ${where}`,
    // A live pageview does not store whether its session viewed the page before, as in pageViews.
    live: (from) => sql`
select
    ${join(names(from.about), ',\n')}
from (
    select
        ${raw(['session', ...ofPages].join(',\n'))}
    from ${from.sessionPageviews('session', 'entered_at', ...ofPages)}
    where entered_at >= ${time(from.about.range.start)}
      and entered_at < ${time(from.about.range.end)}
      and passes
    group by
        ${raw(['session', ...ofPages].join(',\n'))}
    having argMin(is_in_spans, entered_at)
) as viewed_pages
inner join ${from.itsSessions('session', 'first_seen_at', ...ofSessions, ...columns)} as page_sessions using session
where ${beganIn(from.about)}`,
    countsForSessions: true,
  };
}

/** The newest title of each page, of all time. @param by more columns, each with a comma */
export const titles = ({ sites }: Pick<About, 'sites'>, by: Sql = empty): Sql => sql`
select
    ${by}
    page_path,
    tupleElement(max(page_titles.title), 'text') as page_title
from ${table('page_titles')}
where ${siteCondition(sites)}
group by all`;
