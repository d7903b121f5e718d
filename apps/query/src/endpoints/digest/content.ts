import { z } from 'zod';
import { revenue } from '../../reply/revenue.ts';
import { countries } from '../geo.ts';
import { comparedAverage, comparedCount, comparedTotals } from '../insights.ts';
import { page } from '../pages.ts';
import { source } from '../sources.ts';

/** Schema of what rose and what fell. @param entry schema of a page, or of a source */
function changes<Entry extends z.ZodType>(entry: Entry) {
  return z.object({
    rose: z.array(entry).describe('By change, largest first.'),
    fell: z.array(entry).describe('By change, most negative first.'),
  });
}

const goal = z.object({
  goal: z.string().describe('As sent.'),
  conversions: comparedCount,
  converting_visitors: comparedCount,
  conversion_rate: comparedAverage,
  revenue: revenue(),
});

export const response = z.object({
  totals: comparedTotals,
  goals: z.array(goal).optional().describe('Only with goal=, in the order requested, as on /overview.'),
  pages: z.array(page),
  sources: z.array(source),
  countries,
  changes: z
    .object({
      pages: changes(page.pick({ page_path: true, page_title: true }).extend({ views: comparedCount })),
      sources: changes(source.pick({ source: true, medium: true }).extend({ visits: comparedCount })),
    })
    .nullable()
    .describe('What changed most since the earlier period; null when there is none.'),
});

export type Digest = z.output<typeof response>;
