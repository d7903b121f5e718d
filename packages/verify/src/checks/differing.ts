import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { type Finding, many } from '@tallyhouse/service';
import { type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';

/** The differences among some ids. */
const differingRow = z.object({
  compared_ids: z.number(),
  differing_ids: z.number(),
  /** Site, id, difference. */
  examples: z.array(z.tuple([z.string(), z.string(), z.string()])),
});

type Differing = z.output<typeof differingRow>;

const shown = 5;

/**
 * Counts the ids that differ, and names some.
 * @param compared SQL with a row for each id: `site_id`, `id`, and `difference`, empty where there is none
 */
export async function lookFor(client: ClickHouseClient, compared: Sql): Promise<Differing> {
  const counted = sql`
select
    count() as compared_ids,
    countIf(difference != '') as differing_ids,
    groupArrayIf(${shown})((site_id, toString(id), difference), difference != '') as examples
from (
    ${compared}
)
settings
    do_not_merge_across_partitions_select_final = 1,
    -- Pings of all time may not fit into the memory of a small machine.
    max_bytes_before_external_group_by = 1000000000`;
  return only(await select(client, counted, differingRow));
}

/** Combines the results for slices of a table into one finding. @param how the ids were compared */
export function differing(
  name: string,
  results: readonly Differing[],
  how = 'rebuilt from raw pings',
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
