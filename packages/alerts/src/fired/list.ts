import { type Sql, sql, table, texts, uint32 } from '@tallyhouse/sql';
import { z } from 'zod';
import { fired } from '../firing.ts';

export const firedRow = fired
  .omit({ url: true })
  .extend({ at: z.number().transform((at) => new Date(at).toISOString()) });

/**
 * Fired alerts, newest first.
 * @param of the sites of the reader, as entries of rules: a reader sees alerts of rules whose sites are all among them
 */
export const firedList = (
  of: 'all' | readonly string[],
  { limit, offset }: { limit: number; offset: number },
): Sql => sql`
select
    id,
    any(alerts_fired.alert) as alert,
    anyIf(alerts_fired.when, what = 'claim' and attempt = 1) as when,
    any(alerts_fired.site_id) as site_id,
    toUnixTimestamp64Milli(minIf(alerts_fired.at, what = 'claim') as fired_at) as at,
    anyIf(alerts_fired.value, what = 'claim' and attempt = 1) as value,
    anyIf(alerts_fired.expected, what = 'claim' and attempt = 1) as expected,
    arraySort(
        delivery -> delivery.to,
        groupArrayIf(
            tuple(address, ok, tries, status, error)::Tuple(
                to String,
                ok Bool,
                tries UInt8,
                status Nullable(UInt16),
                error Nullable(String)
            ),
            what = 'delivery'
        )
    ) as deliveries
from ${table('alerts_fired')}
group by id
having notEmpty(anyIf(rule_sites, what = 'claim' and attempt = 1) as sites)
   ${of === 'all' ? sql`` : sql`and hasAll(${texts(of)}, sites)`}
order by
    fired_at desc,
    id
limit ${uint32(limit)} offset ${uint32(offset)}`;
