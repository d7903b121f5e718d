import { z } from 'zod';
import type { Range } from './range.ts';

export const instant = z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-11-21T10:15:00.000Z'] });

/** A range as answers say it. */
export const isoRange = ({ start, end }: Range) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
});

/** What the `meta` of every report holds: how the request was understood. */
export const commonMeta = {
  site_id: z.string(),
  start: instant.describe('The first moment of the report.'),
  end: instant.describe('The moment at which it ends, itself left out.'),
  timezone: z.string().describe('Where days and hours begin.'),
  filters: z.array(z.string()).describe('The filters, as sent.'),
};

/** What the `meta` of a list holds besides. */
export const listMeta = {
  limit: z.int().describe('The most entries that were asked for.'),
  offset: z.int().describe('How many entries were skipped.'),
  total: z.int().min(0).describe('How many entries there are in all.'),
};

export const count = () => z.int().min(0);
/** 0 to 100, two decimals; null when there is nothing to divide by. */
export const percent = () => z.number().min(0).max(100).nullable();
/** Rounded to two decimals; null when there is nothing to divide by. */
export const average = () => z.number().min(0).nullable();
