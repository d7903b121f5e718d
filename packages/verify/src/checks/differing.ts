import { type Finding, many } from '@tallyhouse/service';
import { z } from 'zod';

/** A result row of an entity check's SQL. */
export const differingRow = z.object({
  compared_ids: z.number(),
  differing_ids: z.number(),
  /** Site, id, difference. */
  examples: z.array(z.tuple([z.string(), z.string(), z.string()])),
});

const shown = 5;

/** How ids of an entity table were compared. */
export const rebuilt = 'rebuilt from raw pings';

/** Combines the results for slices of a table into one finding. @param how the ids were compared */
export function differing(
  name: string,
  results: readonly z.output<typeof differingRow>[],
  how: string,
): Finding {
  const sum = (of: 'compared_ids' | 'differing_ids') =>
    results.reduce((total, result) => total + result[of], 0);
  const count = sum('differing_ids');
  const examples = results.flatMap((result) => result.examples).slice(0, shown);
  const rest = count - examples.length;
  return {
    name,
    compared: `${many(sum('compared_ids'), 'id')} ${how}`,
    differences: [
      ...examples.map(([site, id, difference]) => `${id} of site ${site} ${difference}`),
      ...(rest > 0 ? [`and ${many(rest, 'id')} more`] : []),
    ],
  };
}
