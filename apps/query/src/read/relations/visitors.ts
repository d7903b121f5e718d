import { sql } from '@tallyhouse/sql';
import { bucketOf, milliseconds, rowsBy, startsOf } from '../metrics.ts';
import type { Relation } from '../relation.ts';

/** Views of visitors, by bucket of the report. */
export const visitorViews = rowsBy('pageviews', [{ as: 'bucket', column: 'bucket' }], ['visitor_id']);

/** The visitors first seen in each bucket of the report. */
export const bucketNewcomers: Relation = {
  tables: ['settled_visitors'],
  rows: (from) => sql`
select
    ${bucketOf(from.about, milliseconds('first_seen_at'))} as bucket,
    visitor_id
from ${from.visitors(['visitor_id', 'first_seen_at'])}`,
  unfiltered: true,
  shards: 'combined',
};

/** The cohort of each visitor first seen in the period, from 1. */
export const firstVisits: Relation = {
  tables: ['settled_visitors'],
  rows: (from) => sql`
select
    visitor_id,
    toUInt8(transform(
        ${bucketOf(from.about, milliseconds('first_seen_at'))},
        ${startsOf(from.about)},
        arrayEnumerate(${startsOf(from.about)}),
        0
    )) as cohort,
    toUInt64(0) as periods
from ${from.visitors(['visitor_id', 'first_seen_at'])}`,
  unfiltered: true,
  shards: 'combined',
};

/** The period of each pageview as a bit, the first one as bit 0: a report has at most 60. */
export const visitorPeriods: Relation = {
  tables: ['settled_pageviews'],
  rows: (from) => sql`
select
    visitor_id,
    toUInt8(0) as cohort,
    bitShiftLeft(
        toUInt64(1),
        toUInt8(transform(
            ${bucketOf(from.about, milliseconds('entered_at'))},
            ${startsOf(from.about)},
            range(length(${startsOf(from.about)})),
            0
        ) % 64)
    ) as periods
from ${from.pageviews(['entered_at', 'visitor_id'])}`,
  countsForSessions: true,
};
