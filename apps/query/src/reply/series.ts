import type { Timezone } from '@tallyhouse/sites';
import { z } from 'zod';
import { type Granularity, granularities } from '../parameters/granularity.ts';
import type { Range } from '../parameters/range.ts';
import { clockOf } from '../time/clock.ts';
import { createPause } from '../time/pause.ts';
import { bucketStarts } from './buckets.ts';

const hourlyUpToMs = 48 * 3_600_000;
/** Buckets to format between two looks at the clock. */
const sliceBuckets = 100;

/** Schema of the start of a bucket. */
export const bucket = () =>
  z.iso
    .datetime({ offset: true })
    .meta({ examples: ['2026-11-21T00:00:00+01:00'] })
    .describe('Start, in local time with the offset from UTC.');

/** Schema of the additional `meta` of a series. */
export const seriesMeta = { granularity: z.enum(granularities) };

interface Series {
  granularity: Granularity;
  starts: readonly number[];
  /**
   * The entry of each bucket, in order.
   * @param rows of the buckets that are not empty, with their starts
   * @param none the counts of an empty bucket
   */
  entries<Counts, Entry>(
    rows: readonly (NoInfer<Counts> & { start_ms: number })[],
    none: Counts,
    toEntry: (counts: Counts, start: number) => Entry,
  ): Promise<(Entry & { bucket: string })[]>;
}

/**
 * The buckets that overlap the period of a report. The default granularity is an hour for up to 48 hours, and a day for longer periods.
 * @throws HttpError 400 when there are too many
 */
export async function seriesOf(
  range: Range,
  { granularity, timezone }: { granularity: Granularity | undefined; timezone: Timezone },
): Promise<Series> {
  const clock = clockOf(timezone.canonical);
  const length = granularity ?? (range.end - range.start <= hourlyUpToMs ? 'hour' : 'day');
  const starts = await bucketStarts(range, length, clock);
  return {
    granularity: length,
    starts,
    async entries(rows, none, toEntry) {
      const filled = new Map(rows.map((row) => [row.start_ms, row]));
      const pause = createPause();
      const entries = [];
      for (const start of starts) {
        if (entries.length % sliceBuckets === 0) await pause();
        entries.push({ bucket: clock.iso(start), ...toEntry(filled.get(start) ?? none, start) });
      }
      return entries;
    },
  };
}
