import { z } from 'zod';

/** Currencies and sums, as the SQL lists them. */
export const revenueRow = z.array(z.tuple([z.string(), z.string()]));

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

/** Revenue as responses show it. */
export const toRevenue = (rows: z.output<typeof revenueRow>) =>
  rows.map(([currency, amount]) => ({ currency, amount }));
