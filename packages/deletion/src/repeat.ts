import type { ClickHouseClient } from '@clickhouse/client';
import { command, only, select } from '@tallyhouse/clickhouse';
import { singleServer } from '@tallyhouse/cluster';
import { raw, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { deleteTarget, finishInterrupted, sayWhatIsLeft } from './delete.ts';
import { forgottenSites } from './forgotten-sites.ts';
import { storedSites } from './preview.ts';
import type { Report } from './report.ts';
import { type Target, target } from './target.ts';
import unknownRules from './unknown-rules.sql';

const columns = sql`kind, hash, received_before, pinged_before, forgotten_at`;

/**
 * Deletes again what a restored older database has brought back. It needs no lock, because no other process may use the database meanwhile;
 * run it again after an interruption.
 * @param list a table like `forgotten`, of everything that was deleted. Rows that `forgotten` lacks are added to it
 * @returns the affected sites
 * @throws SurvivorsError
 */
export async function repeatDeletions(
  client: ClickHouseClient,
  list: string,
  report: Report,
): Promise<string[]> {
  const here = singleServer(client).all;
  sayWhatIsLeft(await finishInterrupted(here, report), report);
  const { missing } = only(
    await select(
      client,
      sql`select count() as missing from ${raw(list)} where (kind, hash, received_before, pinged_before) not in (
        select kind, hash, received_before, pinged_before from forgotten
      )`,
      z.object({ missing: z.number() }),
    ),
  );
  if (missing === 0) return [];
  const again = await select(client, unknownRules, target, { list, sites: await storedSites(here) });
  await command(client, sql`insert into forgotten (${columns}) select ${columns} from ${raw(list)}`, {
    clickhouse_settings: { async_insert: 0, insert_deduplicate: 0 },
  });
  const rows = await select(client, forgottenSites, z.object({ site_id: z.string() }));
  again.push(...rows.map(({ site_id }): Target => ({ kind: 'forgotten', site: site_id })));
  for (const about of again) await deleteTarget(here, about, { remember: false, report });
  return [...new Set(again.map(({ site }) => site))];
}
