import { z } from 'zod';
import type { Range } from '../parameters/range.ts';

export const instant = z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-11-21T10:15:00.000Z'] });

/** A range as responses show it. */
export const isoRange = ({ start, end }: Range) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

/** Schema of the `meta` of every report: how the request was understood. */
export const commonMeta = {
  site_id: z.string().describe('As sent.'),
  sites: z.array(z.string()).describe('The sites that `site_id` stands for, even where it has no effect.'),
  start: instant.describe('Start of the report.'),
  end: instant.describe('End of the report, excluded.'),
  timezone: z.string().describe('The time zone of days and hours.'),
  filters: z.array(z.string()).describe('The filters, as sent.'),
  partial: z
    .array(z.string())
    .optional()
    .describe(
      'The shards that could not be reached, such as `shard 2`: their rows are missing. Only with PARTIAL_REPORTS; a whole report has no such field.',
    ),
};

/** The part of `meta` about unreachable shards. @param missing their numbers, in any order */
export function partialMeta(missing: readonly number[]): { partial?: string[] } {
  const numbers = [...new Set(missing)].sort((a, b) => a - b);
  return numbers.length > 0 ? { partial: numbers.map((number) => `shard ${number}`) } : {};
}

/** Schema of the additional `meta` of a list. */
export const listMeta = {
  limit: z.int().describe('Maximum number of entries.'),
  offset: z.int().describe('Number of entries skipped.'),
  total: z.int().min(0).describe('Number of entries in total.'),
};

export const count = () => z.int().min(0);
/** 0 to 100, two decimals; null when the denominator is 0. */
export const percent = () => z.number().min(0).max(100).nullable();
/** Rounded to two decimals; null when the denominator is 0. */
export const average = () => z.number().min(0).nullable();
