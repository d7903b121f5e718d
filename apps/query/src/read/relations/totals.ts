/** Totals of sites, from stored buckets on settled days: the longest that fit, each moment in one of them. */

import { date, join, parameter, raw, type Sql, second, sql, unionAll } from '@tallyhouse/sql';
import { type About, type Span, without } from '../about.ts';
import { bucketOf, bucketOfDay, milliseconds, millisecondsOf, noVisitors, sumsOf } from '../metrics.ts';
import type { From, Relation, SumsFrom } from '../relation.ts';

/** The columns of all relations here, to be summed by bucket. Rows have their own columns; the others are empty. */
const nothing = {
  views: raw('0'),
  visitors_counted: raw('0'),
  visitors: noVisitors,
  new_visitors: noVisitors,
  sessions: raw('0'),
  bounces: raw('0'),
  duration_ms: raw('0'),
};

export const totalsRows = (bucket: Sql, values: Partial<typeof nothing>, rows: Sql): Sql => sql`
select
    ${bucket} as bucket,
    ${join(
      Object.entries({ ...nothing, ...values }).map(([name, value]) => sql`${value} as ${raw(name)}`),
      ',\n',
    )}
from ${rows}`;

const states = raw('uniqCombined64State(17)(visitor_id)');

const viewTotals = (from: From) =>
  totalsRows(
    bucketOf(from.about, milliseconds('entered_at')),
    { views: raw('count()'), visitors: states },
    sql`${from.pageviews(['entered_at', 'visitor_id'])} group by bucket`,
  );

const sessionSums = (from: From) =>
  totalsRows(
    bucketOf(from.about, milliseconds('first_seen_at')),
    {
      sessions: raw('count()'),
      bounces: raw('countIf(bounced)'),
      duration_ms: raw('sum(session_rows.duration_ms)'),
    },
    sql`${from.sessions(['first_seen_at', 'bounced', 'duration_ms'])} group by bucket`,
  );

/** The visitors first seen in each bucket. */
export const newVisitors: Relation = {
  tables: ['settled_visitors'],
  rows: (from) =>
    totalsRows(
      bucketOf(from.about, milliseconds('first_seen_at')),
      { new_visitors: states },
      sql`${from.visitors(['visitor_id', 'first_seen_at'])} group by bucket`,
    ),
  sums: {
    by: 'day',
    bucketed: true,
    rows: (from) =>
      totalsRows(
        bucketOfDay(from.about),
        { new_visitors: states },
        sql`${from.visitors(['day', 'visitor_id'])} group by bucket`,
      ),
  },
  shards: 'combined',
};

export const sessionTotals: Relation = { tables: ['settled_sessions'], rows: sessionSums };

/** Pageviews, visitors and sessions by bucket of the report; a report without buckets has one. */
export const totals: Relation = {
  tables: ['settled_pageviews', 'settled_sessions', 'settled_totals'],
  rows: (from) => sql`
${viewTotals(from)}
union all
${sessionSums(from)}`,
  sums: { by: 'quarter', bucketed: true, rows: storedTotals },
};

/** States of visitors are not read where a number suffices. */
function storedTotals({ about, spans, totals }: SumsFrom): Sql {
  const counted = countedSpans(about, spans);
  const others = without(spans, counted);
  const stored = (of: readonly Span[], visitors: Partial<typeof nothing>) =>
    totalsRows(
      storedBucket(about),
      {
        views: raw('views'),
        ...visitors,
        sessions: raw('sessions'),
        bounces: raw('bounces'),
        duration_ms: raw('duration_ms'),
      },
      totals(bucketCondition(of, about.bucketStarts)),
    );
  const branches = [
    ...(counted.length > 0 ? [stored(counted, { visitors_counted: raw('visitor_count') })] : []),
    ...(others.length > 0 || counted.length === 0 ? [stored(others, { visitors: raw('visitors') })] : []),
  ];
  return unionAll(branches);
}

/** Pageviews by site and bucket. */
export const siteViews: Relation = sumsOf('pageviews', {
  by: ['site_id', 'bucket'],
  metrics: ['views'],
  tables: ['settled_pageviews', 'settled_totals'],
  sums: {
    by: 'quarter',
    bucketed: true,
    rows: ({ about, spans, totals }) => sql`
select
    site_id,
    ${storedBucket(about)} as bucket,
    sum(settled_totals.views) as views
from ${totals(bucketCondition(spans, about.bucketStarts))}
group by all`,
  },
});

/** Visitors and sessions by site. */
export const siteVisits: Relation = {
  tables: ['settled_pageviews', 'settled_sessions', 'settled_totals'],
  rows: (from) => sql`
select
    site_id,
    ${states} as visitors,
    0 as sessions
from ${from.pageviews(['site_id', 'visitor_id'])}
group by site_id
union all
select
    site_id,
    ${noVisitors} as visitors,
    count() as sessions
from ${from.sessions(['site_id'])}
group by site_id`,
  sums: {
    by: 'quarter',
    bucketed: true,
    rows: ({ about, spans, totals }) => sql`
select
    site_id,
    visitors,
    sessions
from ${totals(bucketCondition(spans, about.bucketStarts))}`,
  },
};

const storedBucket = (about: About) => bucketOf(about, millisecondsOf('bucket_at'));

const minute = 60_000;
/** Later times do not fit into a UInt32 of seconds since 1970, and no pings are stored from then. */
const endOfUInt32 = 2 ** 32 * 1000;

/** Lengths of the buckets in `settled_totals`, minutes, longest first. */
const lengths = [1440, 60, 15] as const;
const startOf = { 1440: 'toStartOfDay', 60: 'toStartOfHour', 15: 'toStartOfFifteenMinutes' } as const;

/**
 * A condition on `minutes`, `day` and `bucket_at`, the length, day and start of a stored bucket. It selects days where they fit, hours at
 * either end and on days in which a bucket of the report begins, and quarter hours likewise. Unused lengths are left out, because
 * ClickHouse takes noticeable time to parse the SQL.
 * @param spans start and end at quarter hours
 * @param bucketStarts starts of the report's buckets, milliseconds since 1970; the first is at or before the start of the range. Every
 * zone's offset from UTC has been a multiple of a quarter hour since there were pings
 */
function bucketCondition(spans: readonly Span[], bucketStarts: readonly number[]): Sql {
  if (spans.length === 0) return raw('false');
  const conditions = spans.map((span) => conditionOf(span, bucketStarts));
  return sql`(${join(conditions, '\nor ')})`;
}

function conditionOf(span: Span, bucketStarts: readonly number[]): Sql {
  const alternatives: Sql[] = [];
  // What longer buckets do not cover: times outside them, and stored buckets in which a bucket of the report begins.
  let left: Sql | undefined;
  for (const length of lengths) {
    const unit = length * minute;
    const first = Math.ceil(span.from / unit) * unit;
    const last = Math.floor(span.until / unit) * unit;
    const shortest = length === 15;
    if (first >= last && !shortest) continue;
    const split = shortest ? [] : splitBuckets(unit, bucketStarts, span);
    const splitOnes = parameter(split, 'Array(UInt32)');
    alternatives.push(
      join(
        [
          sql`minutes = ${length}`,
          ...(shortest ? [] : [sql`bucket_at >= ${second(first)} and bucket_at < ${second(last)}`]),
          ...(left === undefined ? [] : [sql`(${left})`]),
          ...(split.length > 0 ? [sql`toUnixTimestamp(bucket_at) not in ${splitOnes}`] : []),
        ],
        ' and ',
      ),
    );
    if (split.length === 0 && first === span.from && last === span.until) break;
    left = join(
      [
        sql`bucket_at < ${second(first)}`,
        sql`bucket_at >= ${second(last)}`,
        ...(split.length > 0
          ? [sql`toUnixTimestamp(${raw(startOf[length])}(bucket_at)) in ${splitOnes}`]
          : []),
      ],
      ' or ',
    );
    // The day is in the key, so shorter buckets of other days are skipped. Where a granule has several sites, bucket_at would not
    // suffice.
    if (split.length === 0) left = sql`(${left}) and (day <= ${date(first - 1)} or day >= ${date(last)})`;
  }
  // A day is a partition: others are not read at all.
  const days = sql`day >= ${date(span.from)} and day <= ${date(span.until - 1)}`;
  const times = sql`bucket_at >= ${second(span.from)} and bucket_at < ${second(span.until)}`;
  return sql`${days} and ${times} and (${join(alternatives, ' or ')})`;
}

/**
 * The stored buckets of a length in which a bucket of the report begins, seconds since 1970. There may be thousands, and ClickHouse limits
 * a parameter to 128 KiB: numbers are shorter than texts.
 */
function splitBuckets(unit: number, [, ...bucketStarts]: readonly number[], { from, until }: Span): number[] {
  const inside = bucketStarts.filter(
    (start) => start % unit !== 0 && start >= Math.max(from, 0) && start < Math.min(until, endOfUInt32),
  );
  return [...new Set(inside.map((start) => (Math.floor(start / unit) * unit) / 1000))];
}

/**
 * The parts of spans in which each bucket of the report is one stored bucket. With one site on one server, its visitors are those of one
 * row; else they overlap.
 */
function countedSpans({ bucketStarts, range, sites, cluster }: About, spans: readonly Span[]): Span[] {
  if (bucketStarts.length < 2 || sites.ids.length > 1 || cluster) return [];
  const buckets = bucketStarts.map((from, index) => ({ from, until: bucketStarts[index + 1] ?? range.end }));
  const isStored = ({ from, until }: Span) =>
    lengths.some((length) => until - from === length * minute && from % (length * minute) === 0) &&
    spans.some((span) => span.from <= from && until <= span.until);
  return without(
    spans,
    buckets.filter((bucket) => !isStored(bucket)),
  );
}
