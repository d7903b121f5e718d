import type { ClickHouseClient } from '@clickhouse/client';
import { singleServer } from '@tallyhouse/cluster';
import { deleteFrom } from '../delete/database.ts';
import { tablesOf, tablesWith } from '../delete/scan.ts';
import { middleDay, pingsOf, sessionsBefore, visitor } from '../delete/traffic.ts';
import { pingRow } from '../harness/clickhouse.ts';

/** Data that is stored before a backup and deleted after it. */
const deletions = [
  { kind: 'visitor', site: 'gone-visitor', id: visitor },
  { kind: 'before', site: 'gone-before', day: middleDay },
  { kind: 'site', site: 'gone-site' },
] as const;

export const doomed = deletions.flatMap(({ site }) => pingsOf(site));

export async function deleteDoomed(client: ClickHouseClient): Promise<void> {
  for (const about of deletions) await deleteFrom(singleServer(client).all, about);
}

/** Expects no table to have any of the deleted data. */
export async function expectGone(client: ClickHouseClient): Promise<void> {
  expect(await tablesWith(client, 'gone-visitor', [visitor])).toEqual([]);
  expect(await tablesWith(client, 'gone-before', sessionsBefore)).toEqual([]);
  expect(await tablesOf(client, 'gone-site')).toEqual([]);
}

/** A pageview a minute on the site `later`. */
export const later = Array.from({ length: 20 }, (_, index) =>
  pingRow({ pinged_at: Date.now() - 60_000 * index, site_id: 'later', page_path: `/${index}` }),
);

export const pageviewsLater = (database: string) =>
  `select toUInt32(uniqExact(pageview_id)) as n from ${database}.pageviews where site_id = 'later'`;
