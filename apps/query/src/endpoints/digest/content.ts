import { z } from 'zod';
import { average, count } from '../../reply/reply.ts';
import { revenue } from '../../reply/revenue.ts';
import { countries } from '../geo.ts';
import { comparedTotals, comparison } from '../insights.ts';
import { page } from '../pages.ts';
import { source } from '../sources.ts';

/** Schema of what rose and what fell. @param entry schema of a page, or of a source */
function changes<Entry extends z.ZodType>(entry: Entry) {
  return z.object({
    rose: z.array(entry).describe('By change, largest first.'),
    fell: z.array(entry).describe('By change, most negative first.'),
  });
}

export const response = z.object({
  totals: comparedTotals,
  goals: z
    .array(
      z.object({
        goal: z.string().describe('As sent.'),
        conversions: comparison(count(), count().nullable()),
        converting_visitors: comparison(count(), count().nullable()),
        conversion_rate: comparison(average(), average()),
        revenue: revenue(),
      }),
    )
    .optional()
    .describe('With goal= alone, in the order asked, as on /overview.'),
  pages: z.array(page),
  sources: z.array(source),
  countries,
  changes: z
    .object({
      pages: changes(
        page
          .pick({ page_path: true, page_title: true })
          .extend({ views: comparison(count(), count().nullable()) }),
      ),
      sources: changes(
        source
          .pick({ source: true, medium: true })
          .extend({ visits: comparison(count(), count().nullable()) }),
      ),
    })
    .nullable()
    .describe('What changed most since the earlier period; null when there is none.'),
});

/** The content of a digest. */
export type Digest = z.output<typeof response>;
