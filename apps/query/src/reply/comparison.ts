/** The description of the compared range in responses. */

import { z } from 'zod';
import type { ListComparison } from '../parameters/compared-range.ts';
import type { Range } from '../parameters/range.ts';
import { type Comparison, compare } from './arithmetic.ts';
import { count, instant, isoRange } from './reply.ts';

/** Schema of `meta.compare`. */
export const comparedMeta = z
  .object({ start: instant, end: instant })
  .nullable()
  .describe('The earlier range, end excluded; null when there is none.');

/** A range as `meta.compare` shows it. */
export const metaOfCompared = (before: Range | undefined) => (before ? isoRange(before) : null);

/** Schema of the columns that `compare` adds to the rows of a list. @param what is counted */
export const gained = (what: string) => ({
  previous: count()
    .nullable()
    .optional()
    .describe(`Only with compare: ${what} of the compared range; null when there is none.`),
  change: z
    .int()
    .nullable()
    .optional()
    .describe(`Only with compare: ${what} since the compared range, minus those in it.`),
  growth_rate: growthRate('change in percent of previous; null when previous is 0.'),
});

/** Schema of a growth in percent. @param is what it is */
export const growthRate = (is: string) =>
  z.number().nullable().optional().describe(`Only with compare: ${is}`);

export type Change = Omit<Comparison<number>, 'current'>;

/** A number compared with an earlier one; null without an earlier range. */
export function changeOf(current: number, before: number | null): Change {
  const { previous, change, growth_rate } = compare(current, before);
  return { previous, change, growth_rate };
}

const inEarlierRange = z.object({ previous: z.number() });

/** Schema of the rows of a list's query, with the columns that `compare` adds. @param count the number that is compared */
export function rowsWithChange<Row extends Record<Count, number>, Count extends string>(
  row: z.ZodType<Row>,
  count: Count,
  comparison: ListComparison | undefined,
): z.ZodType<Row & Partial<Change>> {
  if (comparison?.before === undefined) {
    const gains: Partial<Change> = comparison ? changeOf(0, null) : {};
    return row.transform((own) => ({ ...own, ...gains }));
  }
  return z
    .intersection(row, inEarlierRange)
    .transform((both) => ({ ...both, ...changeOf(both[count], both.previous) }));
}
