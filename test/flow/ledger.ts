import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { type Ledger, loadSite } from './load.ts';
import { report, type Service } from './visit.ts';

/**
 * Waits until every acknowledged pageview is stored, then holds the tables and the overview against the ledger:
 * nothing acknowledged is missing, nothing is there that was not sent, nothing is counted twice.
 */
export async function expectLedger(
  ledger: Ledger,
  client: ClickHouseClient,
  service: Service,
): Promise<void> {
  // ClickHouse may just be starting again; and Kafka gives a killed consumer's partitions to the next one only when its
  // session has run out, 10 s, and its group has met again.
  const look = () => storedPageviews(client).catch((): string[] => []);
  for (let tries = 0; tries < 900 && missing(ledger, await look()).length > 0; tries++) await sleep(100);
  const stored = await storedPageviews(client);
  expect(few(missing(ledger, stored))).toEqual([]);
  expect(few(stored.filter((id) => !ledger.sent.has(id)))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);

  const overview = await report(service, `/overview?period=1h&site_id=${loadSite}`);
  expect(overview).toMatchObject({
    pageviews: stored.length,
    sessions: stored.length,
    unique_visitors: stored.length,
    bounce_rate: 100,
  });
}

/** Enough to see what went wrong. */
const few = (ids: readonly string[]) => ids.slice(0, 5);

function missing({ acknowledged }: Ledger, stored: readonly string[]): string[] {
  const found = new Set(stored);
  return [...acknowledged].filter((id) => !found.has(id));
}

async function storedPageviews(client: ClickHouseClient): Promise<string[]> {
  const result = await client.query({
    query: 'select pageview_id from pageviews final where site_id = {site:String}',
    query_params: { site: loadSite },
    format: 'JSONEachRow',
  });
  return (await result.json<{ pageview_id: string }>()).map((row) => row.pageview_id);
}
