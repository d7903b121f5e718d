import type { ClickHouseClient } from '@clickhouse/client';
import { only, select } from '@tallyhouse/clickhouse';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { markOnce } from './mark.ts';

/** Marks that data of a site was deleted. @param id of the deletion, which has one mark @param what without anything that identifies the data */
export async function markDeletion(client: ClickHouseClient, id: string, site: string, what: string) {
  const clock = sql`select toUnixTimestamp64Milli(now64(3)) as now`;
  const { now } = only(await select(client, clock, z.object({ now: z.number() })));
  const mark = { fact: `deletion ${id}`, kind: 'deletion', at: now, until: null } as const;
  await markOnce(client, now, { ...mark, sites: [site], text: `Deleted: ${what}.` });
}
