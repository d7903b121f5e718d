import { raw } from '@tallyhouse/sql';
import { z } from 'zod';

/** Schema of revenue by currency. */
export const revenue = () =>
  z
    .array(
      z.object({
        currency: z.string().describe('ISO 4217 code.'),
        amount: z.string().describe('Exact sum, a plain decimal; refunds are negative.'),
      }),
    )
    .describe('Sums by currency; empty when no event brought revenue.');

/** The same in SQL, of rows with `amount` and `currency`. */
export const revenueOf = raw(
  "cast(mapSort(sumMapIf(map(currency, amount), currency != '')), 'Array(Tuple(currency String, amount String))') as revenue",
);
