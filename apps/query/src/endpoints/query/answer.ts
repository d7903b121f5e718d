/** SQL of the result as it is sent: the requested columns, in order. */

import { empty, join, parameter, raw, type Sql, sql } from '@tallyhouse/sql';
import { meanOf } from '../../read/list.ts';
import type { Reader } from '../../read/reader.ts';
import { isOfKeys } from '../../read/relations/pages.ts';
import type { Clock } from '../../time/clock.ts';
import { type Metric, metricOf } from './metrics.ts';
import { isBucket, type Question, type QuestionKey, type Sort } from './question.ts';
import { comparedValuesOf, valuesOf } from './rows.ts';

export interface Answer {
  sort: Sort;
  clock: Clock;
  /** A key as a column of this name, safe for whatever opens the file. */
  defused(value: string, name: string): Sql;
}

export function answerOf(question: Question, answer: Answer, read: Reader, end: Sql): Sql {
  const { keys, metrics } = question;
  const { clock, sort } = answer;
  const { comparison } = read;
  const [first] = metrics;
  const shown = metrics.flatMap((name) => metricOf(name) ?? []);
  const earlier = comparison?.before;
  const columns = [
    ...keys.map((key) =>
      isBucket(key) ? bucketText(key, clock, read) : answer.defused(key.as, quoted(key.name)),
    ),
    ...metrics.map((name, index) => sql`${written(shown[index], `m${index}`)} as ${raw(quoted(name))}`),
    ...(comparison ? changeOf(shown[0], earlier !== undefined) : []),
  ];
  const places = new Map([
    ...keys.map(({ name, as }): [string, string] => [name, as]),
    ...metrics.map((name, index): [string, string] => [name, `m${index}`]),
    ['change', earlier ? 'exact - before' : "''"],
  ]);
  const order = [
    `${places.get(sort.by)} ${sort.descending ? 'desc' : 'asc'}`,
    ...(sort.by === 'change' && first ? [`${places.get(first)} desc`] : []),
    ...keys.map(({ as }) => as),
  ];
  return sql`
select
    ${join(columns, ',\n')}
from (
    ${earlier ? comparedValuesOf(question, read, earlier, comparison?.sort !== undefined) : valuesOf(question, read)}
)
${question.only ? sql`where ${isOfKeys(`[${keys.map(({ as }) => `toString(${as})`).join(', ')}]`, question.only)}` : empty}
order by
    ${raw(order.join(',\n'))}
${end}`;
}

/** The names come from our own lists, and contain no quotes. */
const quoted = (name: string) => `\`${name}\``;

/** Exact decimals are strings, because JSON numbers are not exact. */
const written = (metric: Metric | undefined, value: string) =>
  raw(metric?.decimal ? `toString(${value})` : value);

function changeOf(metric: Metric | undefined, isThere: boolean): Sql[] {
  if (!isThere) {
    const type = metric?.decimal ? 'String' : 'Float64';
    // Parquet has no column without a type.
    return Object.entries({ previous: type, change: type, growth_rate: 'Float64' }).map(([name, type]) =>
      raw(`cast(null, 'Nullable(${type})') as ${name}`),
    );
  }
  const shown = (value: string, decimals: 0 | 2 = 2) => {
    if (metric?.over === undefined) return written(metric, value);
    // Not an integer type: a missing value is null.
    return decimals === 0 ? raw(`floor(${value} + 0.5)`) : meanOf(value, '1', 2);
  };
  return [
    sql`${shown('before', metric?.decimals)} as previous`,
    sql`${shown('(exact - before)')} as change`,
    sql`if(before = 0, null, ${meanOf('100 * toFloat64(exact - before)', 'toFloat64(before)', 2)}) as growth_rate`,
  ];
}

/**
 * The start of a bucket in local time with its offset, as other reports write it. The offsets come from the runtime, because ClickHouse
 * lacks some zones.
 */
function bucketText({ as, name }: QuestionKey, clock: Clock, { bucketStarts }: Reader): Sql {
  // Where an offset begins; it changes rarely.
  const changes = bucketStarts.filter(
    (start, index) => index === 0 || clock.ahead(start) !== clock.ahead(bucketStarts[index - 1] ?? start),
  );
  const since = parameter(changes, 'Array(Int64)');
  const ofOffset = (values: readonly (number | string)[], type: string, none: string) =>
    sql`transform(roundDown(${raw(as)}, ${since}), ${since}, ${parameter(values, `Array(${type})`)}, ${raw(none)})`;
  const ahead = ofOffset(changes.map(clock.ahead), 'Int64', 'toInt64(0)');
  const ending = ofOffset(
    changes.map((start) => clock.iso(start).slice(19)),
    'String',
    "''",
  );
  return sql`concat(formatDateTime(fromUnixTimestamp64Milli(toInt64(${raw(as)} + ${ahead}), 'UTC'), '%Y-%m-%dT%H:%i:%S'), ${ending}) as ${raw(quoted(name))}`;
}
