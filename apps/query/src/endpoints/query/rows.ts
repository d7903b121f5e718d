/** SQL of the result of a question: each fact is counted separately, and joined by key. */

import { type Filter, visitorTypes } from '@tallyhouse/filter';
import { empty, join, raw, type Sql, sql, text, unionAll } from '@tallyhouse/sql';
import type { Range } from '../../parameters/range.ts';
import { visitorTypeIs } from '../../read/list.ts';
import { startsOf } from '../../read/metrics.ts';
import { type Reader, readerWith } from '../../read/reader.ts';
import {
  type Counted,
  conversionsCounted,
  eventsCounted,
  factCounted,
  groupBy,
  namesOf,
  pageSessionsCounted,
  totalsCounted,
} from './facts.ts';
import { currencyOf, type Metric, metricOf, type NumberName } from './metrics.ts';
import {
  isBucket,
  isOfEvents,
  isOfPages,
  isOfSessions,
  type Question,
  type QuestionKey,
  type Sort,
} from './question.ts';

const ofSessions: readonly NumberName[] = ['visits', 'bounces', 'duration_ms'];
const ofPageviews: readonly NumberName[] = ['views', 'focus_time_ms', 'scroll_depth'];
const ofVisitors: readonly NumberName[] = ['visitors', 'new_visitors'];
const ofTotals: readonly NumberName[] = [...ofSessions, 'views', ...ofVisitors];
const ofConversions: readonly NumberName[] = ['conversions', 'converting_visitors'];
const readsOf = (name: string) => metricOf(name)?.reads ?? [];
const isOfEvent = (name: NumberName) => name === 'events' || currencyOf(name) !== undefined;

export function countedFor({ keys: all, metrics, goal, only }: Question): Counted[] {
  const reads = new Set(metrics.flatMap(readsOf));
  // Conversions create no rows; visitors do.
  if ([...reads].every((name) => ofConversions.includes(name))) reads.add('visitors');
  if (reads.has('new_visitors')) reads.add('visitors');
  const keys = all.filter(({ holder }) => holder !== 'visitor');
  const read = (names: readonly NumberName[]) => [...reads].filter((name) => names.includes(name));
  const some = (counts: readonly NumberName[], counted: (counts: readonly NumberName[]) => Counted) =>
    counts.length > 0 ? [counted(counts)] : [];
  if (isOfEvents({ keys, metrics, goal })) return [eventsCounted(keys, [...reads])];
  const others = [
    ...some([...reads].filter(isOfEvent), (counts) => eventsCounted(keys, counts)),
    ...(goal ? some(read(ofConversions), (counts) => conversionsCounted(goal, keys, counts)) : []),
  ];
  if (all.every(isBucket)) {
    const rest = ofPageviews.filter((name) => name !== 'views');
    return [
      ...some(read(ofTotals), (counts) => totalsCounted(keys, counts)),
      ...some(read(rest), (counts) => factCounted('pageviews', keys, counts)),
      ...others,
    ];
  }
  const visitorsOfSessions = all.some(isOfSessions);
  const sessions = [...ofSessions, ...(visitorsOfSessions ? ofVisitors : [])];
  const pageviews = [...ofPageviews, ...(visitorsOfSessions ? [] : ofVisitors)];
  return [
    ...some(read(sessions), (counts) =>
      keys.some(isOfPages) ? pageSessionsCounted(keys, counts, only) : factCounted('sessions', keys, counts),
    ),
    ...some(read(pageviews), (counts) => factCounted('pageviews', keys, counts, only)),
    ...others,
  ];
}

/** The metrics that choose which rows to show. */
export interface Choice {
  /** The one that orders the rows, or, if `isBound`, one that is at least as large: no row has more visitors than visits. */
  by: string;
  isBound: boolean;
  /** One that rows have even without any of it. */
  all?: string;
}

/**
 * Rows are chosen by a plain count of one fact, so that only those are counted whole: among as many rows as pages, distinct visitors and
 * joins of facts take most of the time.
 * @returns undefined where rows cannot be chosen, or where it takes no less time
 */
export function choiceFor(
  question: Question,
  { by: order, descending }: Sort,
  filters: readonly Filter[],
): Choice | undefined {
  const areIn = (names: readonly NumberName[], known: readonly NumberName[]) =>
    names.length > 0 && names.every((name) => known.includes(name));
  const reads = question.metrics.flatMap(readsOf);
  const hasPages = question.keys.some(({ name }) => name === 'page');
  // No settled row has a referrer, and live ones are read whole.
  const areColumns = question.keys.every(
    ({ name, holder }) => name !== 'referrer' && ['pageview', 'session', 'exit'].includes(holder),
  );
  if (!hasPages || !areColumns || !areIn(reads, [...ofTotals, ...ofPageviews])) return undefined;
  const isBound = areIn(readsOf(order), ofVisitors);
  const by = !isBound ? order : question.keys.some(isOfSessions) ? 'visits' : 'pageviews';
  const isOfViews = areIn(readsOf(by), ofPageviews);
  if (!isOfViews && !areIn(readsOf(by), ofSessions)) return undefined;
  if (isBound && !descending) return undefined;
  if (countedFor(question).length === 1)
    return reads.some((name) => ofVisitors.includes(name)) ? { by, isBound } : undefined;
  // Then every visit has its row among those of pageviews.
  const isSimple = filters.every(({ dimension }) => ['session', 'exit'].includes(dimension.holder));
  if (!isSimple || !(isOfViews || descending)) return undefined;
  return isOfViews ? { by, isBound } : { by, isBound, all: 'pageviews' };
}

const list = (pieces: readonly Sql[]) => join(pieces, ',\n');

/**
 * The numbers of the rows of a question in a range, one row for each key.
 * @param more further columns, of the numbers
 */
function numbersOf({ keys }: Question, counted: readonly Counted[], read: Reader, more: readonly Sql[]): Sql {
  const isOnly = (holder: string) => keys.length === 1 && keys.every((key) => key.holder === holder);
  const [single, ...others] = counted;
  // A single query provides the rows itself: each level of SQL takes time to plan.
  const isPlain = keys.length > 0 && !isOnly('bucket') && !keys.some(({ holder }) => holder === 'visitor');
  if (single && others.length === 0 && isPlain) return single.rows(read, more);

  const counts = [...new Set(counted.flatMap((one) => one.counts))];
  const branches = counted.flatMap((one) =>
    variantsOf(keys, one, read).map(
      ({ rows, values }) => sql`
select
    ${list([
      ...keys.map((key) => sql`${values.get(key) ?? raw(key.as)} as ${raw(key.as)}`),
      ...counts.map((name) => raw(one.counts.includes(name) ? name : `${nothing(name)} as ${name}`)),
      raw(`${one.makesRows ? 1 : 0} as makes_row`),
    ])}
from (
    ${rows}
)
${isOnly('visitor') ? someOf(one.counts) : empty}`,
    ),
  );
  const [key] = keys;
  // With only the bucket as a key, every bucket is a row.
  const buckets = sql`
select
    ${list([
      sql`arrayJoin(${startsOf(read)}) as ${raw(key?.as ?? '')}`,
      ...counts.map((name) => raw(`${nothing(name)} as ${name}`)),
      raw('1 as makes_row'),
    ])}`;
  const hasOthers = keys.length > 0 && counted.some((one) => !one.makesRows);
  return sql`
select
    ${list([...namesOf(keys), ...counts.map((name) => raw(`sum(key_numbers.${name}) as ${name}`)), ...more])}
from (
    ${unionAll([...branches, ...(isOnly('bucket') ? [buckets] : [])])}
) as key_numbers
${groupBy(keys)}
${hasOthers ? raw('having sum(makes_row) > 0') : empty}`;
}

/** Without another key, a query returns a row even when it finds nothing. */
const someOf = (counts: readonly NumberName[]) =>
  sql`where ${join(
    counts.map((name) => raw(`${name} != 0`)),
    ' or ',
  )}`;

const nothing = (name: NumberName) => (currencyOf(name) === undefined ? '0' : 'toDecimal128(0, 4)');

/**
 * A query of a fact, once for each visitor type when that is a key. Events without a session have none.
 */
function variantsOf(keys: readonly QuestionKey[], one: Counted, read: Reader) {
  const key = keys.find(({ holder }) => holder === 'visitor');
  if (key === undefined) return [{ rows: one.rows(read, []), values: new Map<QuestionKey, Sql>() }];
  const values = one.counts.includes('events') ? [...visitorTypes, ''] : visitorTypes;
  return values.map((value) => ({
    rows: one.rows(readerWith(read, { filters: [...read.filters, visitorTypeIs(value)] }), []),
    values: new Map([[key, text(value)]]),
  }));
}

/** SQL of a value that is rounded as in reply/arithmetic.ts: halves up, unlike round(). */
function rounded({ over, decimals = 2, value }: Metric): string {
  if (over === undefined) return value;
  const whole = decimals === 0 ? `toUInt64(floor(${value} + 0.5))` : `floor(${value} * 100 + 0.5) / 100`;
  return `if(${over} = 0, null, ${whole})`;
}

const exact = ({ over, value }: Metric) => (over === undefined ? value : `if(${over} = 0, null, ${value})`);

/** The rows of a question: keys `d0`, ..., metrics `m0`, ..., and the first metric unrounded, `exact`. */
export function valuesOf(question: Question, read: Reader): Sql {
  const metrics = question.metrics.flatMap((name) => metricOf(name) ?? []);
  const [first] = metrics;
  return numbersOf(question, countedFor(question), read, [
    ...metrics.map((metric, index) => raw(`${rounded(metric)} as m${index}`)),
    ...(first ? [raw(`${exact(first)} as exact`)] : []),
  ]);
}

/** The same, with the first metric in an earlier range as `before`. @param alone includes rows that only that range has */
export function comparedValuesOf(question: Question, read: Reader, earlier: Range, alone: boolean): Sql {
  const { keys, metrics } = question;
  // Rows that only the earlier range has include all metrics. Conversions make no rows of their own: which count depends on the others.
  const isWhole = alone || readsOf(metrics[0] ?? '').some((name) => ofConversions.includes(name));
  const asked = isWhole ? question : { ...question, metrics: metrics.slice(0, 1) };
  const before = readerWith(read, { range: earlier, period: earlier });
  const then = valuesOf(asked, { ...before, bucketStarts: [earlier.start] });
  const names = join(namesOf(keys), ', ');
  const kind = raw(keys.length === 0 ? 'cross' : alone ? 'full' : 'left');
  return sql`
select
    ${list([...namesOf(keys), ...metrics.map((_, index) => raw(`m${index}`)), raw('period_values.exact as exact'), raw('earlier_values.before as before')])}
from (
    ${valuesOf(question, read)}
) as period_values
${kind} join (
    select
        ${list([...namesOf(keys), raw('exact as before')])}
    from (
        ${then}
    )
) as earlier_values ${keys.length === 0 ? empty : sql`using (${names})`}`;
}
