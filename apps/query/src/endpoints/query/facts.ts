/** The numbers of a question, counted from each fact: one row for each key. */

import type { Filter, Goal } from '@tallyhouse/filter';
import { empty, join, raw, type Sql, sql, text } from '@tallyhouse/sql';
import { isOneOf } from '../../read/filter/condition.ts';
import { isNewcomer, visitorsOf } from '../../read/list.ts';
import { bucketOf, distinctIn, milliseconds, rowsBy, sumsOf } from '../../read/metrics.ts';
import { type Reader, readerWith } from '../../read/reader.ts';
import { conversions } from '../../read/relations/goals.ts';
import { pageSessions } from '../../read/relations/pages.ts';
import { convertingVisitors, firstViews, sessionConversions } from '../goals/conversions.ts';
import { bucketTotals } from '../totals.ts';
import { currencyOf, type NumberName } from './metrics.ts';
import { isBucket, isOfPages, type Question, type QuestionKey } from './question.ts';

/** A query of a fact. */
export interface Counted {
  counts: readonly NumberName[];
  /** Whether its rows are rows of the result, or only add to them. */
  makesRows: boolean;
  /** Whether stored sums serve it. */
  fromSums: boolean;
  /** SQL of its rows: keys and numbers, in any order of columns. @param more further columns, of the numbers */
  rows(read: Reader, more: readonly Sql[]): Sql;
}

type Keys = readonly QuestionKey[];
type Names = readonly NumberName[];

const lines = (pieces: readonly Sql[]) => join(pieces, ',\n');
export const namesOf = (keys: Keys) => keys.map(({ as }) => raw(as));
export const groupBy = (keys: Keys) => (keys.length > 0 ? sql`group by ${join(namesOf(keys), ', ')}` : empty);
const sumOf = (rows: string, name: string) => raw(`sum(${rows}.${name}) as ${name}`);

export const totalsCounted = (keys: Keys, counts: Names): Counted => ({
  counts,
  makesRows: true,
  fromSums: true,
  rows: (read, more) => sql`
select
    ${lines([...keys.map(({ as }) => raw(`start_ms as ${as}`)), ...counts.map((name) => raw(`${columnOfTotals[name] ?? name} as ${name}`)), ...more])}
from (
    ${bucketTotals(read)}
)`,
});

const columnOfTotals: Readonly<Record<string, string>> = {
  visits: 'sessions',
  views: 'pageviews',
  visitors: 'unique_visitors',
};

const sessionSums = ['visits', 'bounces', 'duration_ms'] as const;
const pageviewSums = ['views', 'focus_time_ms', 'scroll_depth'] as const;
const chosen = <Name extends NumberName>(names: readonly Name[], counts: Names) =>
  names.filter((name) => counts.includes(name));

/** The conditions on rows that only these may count for, `and` before each. Further rows do no harm (answer.ts). */
const among = (keys: Keys, only: Question['only']): Sql =>
  only === undefined
    ? empty
    : join(
        keys.map(({ column }, place) => {
          const values = only.map((row) => row[place] ?? '');
          return sql`and ${isOneOf(raw(column), [...new Set(values)])}`;
        }),
        '\n',
      );

/**
 * Sessions or pageviews. If stored sums serve the question, or with several shards, each of which adds up its own rows. Otherwise the rows
 * are added up at once, which halves the time when the result has many rows. New visitors need the ids of visitors.
 */
export function factCounted(
  of: 'sessions' | 'pageviews',
  keys: Keys,
  counts: Names,
  only?: Question['only'],
): Counted {
  const visitors = counts.includes('visitors') ? (['visitors'] as const) : [];
  const sums = chosen<NumberName>(of === 'sessions' ? sessionSums : pageviewSums, counts);
  const added =
    of === 'sessions'
      ? sumsOf('sessions', { by: keys, metrics: [...chosen(sessionSums, counts), ...visitors] })
      : sumsOf('pageviews', { by: keys, metrics: [...chosen(pageviewSums, counts), ...visitors] });
  const needsIds = counts.includes('new_visitors');
  const fromSums = added.sums !== undefined && !needsIds;
  const fromRows = rowsBy(of, keys, columnsFor(counts), only && sql`where true ${among(keys, only)}`);
  return {
    counts,
    makesRows: true,
    fromSums,
    rows: (read, more) =>
      needsIds || only || !(fromSums || read.cluster)
        ? sql`
select
    ${lines([...namesOf(keys), ...ofRows(read, keys, counts), ...more])}
from (
    ${read.rows(fromRows)}
) as fact_rows
${groupBy(keys)}`
        : sql`
select
    ${lines([
      ...namesOf(keys),
      ...sums.map((name) => sumOf('fact_sums', name)),
      ...visitors.map(() => sql`${visitorsOf('fact_sums.visitors')} as visitors`),
      ...more,
    ])}
from (
    ${read.rows(added)}
) as fact_sums
${groupBy(keys)}`,
  };
}

/** SQL of the numbers of rows, and the column of the rows that it reads. */
const numbersOfRows: Readonly<Record<string, { value: string; reads?: string }>> = {
  visits: { value: 'count()' },
  bounces: { value: 'countIf(bounced)', reads: 'bounced' },
  duration_ms: { value: 'sum(fact_rows.duration_ms)', reads: 'duration_ms' },
  views: { value: 'count()' },
  focus_time_ms: { value: 'sum(fact_rows.focus_time_ms)', reads: 'focus_time_ms' },
  scroll_depth: { value: 'sum(fact_rows.scroll_depth)', reads: 'scroll_depth' },
};

const columnsFor = (counts: Names) => [
  ...counts.flatMap((name) => numbersOfRows[name]?.reads ?? []),
  ...(counts.includes('visitors') ? ['visitor_id'] : []),
];

const ofRows = (read: Reader, keys: Keys, counts: Names): Sql[] => [
  ...counts.flatMap((name) => {
    const number = numbersOfRows[name];
    return number ? [raw(`${number.value} as ${name}`)] : [];
  }),
  ...(counts.includes('visitors')
    ? [sql`${distinctIn(raw('uniqCombined64State(17)(visitor_id)'))} as visitors`]
    : []),
  ...(counts.includes('new_visitors') ? [sql`${newVisitors(read, keys)} as new_visitors`] : []),
];

/** Visitors who were first seen in the bucket of the row. */
const newVisitors = (read: Reader, keys: Keys): Sql =>
  distinctIn(sql`uniqCombined64StateIf(17)(visitor_id, ${isNewcomer(read, keys.find(isBucket)?.as)})`);

/** Sessions by the pages that they viewed in the period, or by the referrers of these: a session counts in the row of each. */
export function pageSessionsCounted(keys: Keys, counts: Names, only: Question['only']): Counted {
  const [pages, others] = [keys.filter(isOfPages), keys.filter((key) => !isOfPages(key))];
  const sessions = pageSessions(pages, others, columnsFor(counts), among(keys, only));
  return {
    counts,
    makesRows: true,
    fromSums: false,
    rows: (read, more) => sql`
select
    ${lines([...namesOf(keys), ...ofRows(read, keys, counts), ...more])}
from (
    ${read.rows(sessions)}
) as fact_rows
${groupBy(keys)}`,
  };
}

/** Events, by columns of their own and properties of their sessions. */
export function eventsCounted(keys: Keys, counts: Names): Counted {
  const amounts = counts.filter((name) => currencyOf(name) !== undefined);
  const has = (name: NumberName) => counts.includes(name);
  const properties = keys.flatMap(({ property }) => property ?? []);
  const relation = sumsOf('events', {
    by: [...keys, ...(amounts.length > 0 ? ['currency'] : [])],
    metrics: [
      'events',
      ...(amounts.length > 0 ? (['amount'] as const) : []),
      ...(has('visitors') ? (['visitors'] as const) : []),
      ...(has('visits') ? (['sessions'] as const) : []),
    ],
    ...(properties.length > 0 && {
      where: {
        condition: join(
          properties.map((property) => sql`mapContains(props, ${text(property)})`),
          ' and ',
        ),
        reads: ['props'],
      },
    }),
  });
  return {
    counts: [...new Set<NumberName>([...counts, 'events'])],
    makesRows: true,
    fromSums: relation.sums !== undefined,
    rows: (read, more) => sql`
select
    ${lines([
      ...namesOf(keys),
      sumOf('event_sums', 'events'),
      ...(has('visitors') ? [sql`${visitorsOf('event_sums.visitors')} as visitors`] : []),
      ...(has('visits') ? [raw('uniqExactMerge(event_sums.sessions) as visits')] : []),
      ...amounts.map(
        (name) => sql`sumIf(event_sums.amount, currency = ${text(currencyOf(name) ?? '')}) as ${raw(name)}`,
      ),
      ...more,
    ])}
from (
    ${read.rows(relation)}
) as event_sums
${groupBy(keys)}`,
  };
}

/**
 * Conversions of a goal, by properties of their sessions and their own bucket. With pages among the keys, a conversion counts in the row of
 * each page that its session viewed at or before it. Conversions create no rows. One without a session is in no row of a dimension except
 * the bucket.
 */
export function conversionsCounted(goal: Goal, keys: Keys, counts: Names): Counted {
  const pages = keys.filter(isOfPages);
  const properties = keys.filter(({ holder }) => holder === 'session' || holder === 'exit');
  const columns = properties.map(({ column }) => column);
  const ofPageviews = ({ dimension }: Filter) => dimension.holder === 'pageview';
  return {
    counts,
    makesRows: false,
    fromSums: false,
    rows(read, more) {
      // As for the goals of /pages: a filter on pageviews selects views of a page.
      const views = pages.length > 0 ? read.filters.filter(ofPageviews) : [];
      const own = readerWith(read, { filters: read.filters.filter((filter) => !views.includes(filter)) });
      const values = keys.map((key) => sql`${valueIn(key, properties, read)} as ${raw(key.as)}`);
      const isOfNoKey = keys.every(isBucket);
      return sql`
with
    ${isOfNoKey ? allConversions(goal, own) : sessionConversions(goal, columns, own)}
    ${
      pages.length > 0
        ? sql`, viewed_pages as (
        ${firstViews({ columns: pages.map(({ column }) => column), views }, read)}
    )`
        : empty
    }
select
    ${lines([...values, raw('count() as conversions'), sql`${convertingVisitors} as converting_visitors`, ...more])}
from session_conversions
${pages.length > 0 ? raw('inner join viewed_pages using session\nwhere first_view_at <= converted_at') : empty}
${groupBy(keys)}`;
    },
  };
}

const allConversions = (goal: Goal, read: Reader) => sql`
session_conversions as (
    ${read.rows(conversions(goal, []))}
)`;

function valueIn(key: QuestionKey, properties: Keys, read: Reader): Sql {
  if (isBucket(key)) return bucketOf(read, milliseconds('converted_at'));
  const place = properties.indexOf(key);
  return raw(place < 0 ? key.column : `properties[${place + 1}]`);
}
