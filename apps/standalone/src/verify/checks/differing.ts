import { z } from 'zod';
import type { Finding } from '../check.ts';
import { many } from '../words.ts';

/** What the SQL of an entity's check gives. */
export const differingRow = z.object({
  compared_ids: z.number(),
  differing_ids: z.number(),
  /** Site, id, what is wrong with it. */
  examples: z.array(z.tuple([z.string(), z.string(), z.string()])),
});

const shown = 5;

/** One finding of the results for parts of a table. */
export function differing(name: string, results: readonly z.output<typeof differingRow>[]): Finding {
  const sum = (of: 'compared_ids' | 'differing_ids') =>
    results.reduce((total, result) => total + result[of], 0);
  const count = sum('differing_ids');
  const examples = results.flatMap((result) => result.examples).slice(0, shown);
  const rest = count - examples.length;
  return {
    name,
    compared: `${many(sum('compared_ids'), 'id')} rebuilt from raw pings`,
    differences: [
      ...examples.map(([site, id, difference]) => `${id} of site ${site} ${difference}`),
      ...(rest > 0 ? [`and ${many(rest, 'id')} more`] : []),
    ],
  };
}
