import type { ClickHouseClient } from '@clickhouse/client';
import type { PingRow } from '@tallyhouse/ping';
import type { Expected, Ledger } from '../traffic/ledger.ts';

/** What became of the ledger in the table of raw pings. */
export interface Stored {
  /** Each stored ping once. */
  rows: PingRow[];
  /** Marks of acknowledged pings that are not there. */
  lost: string[];
  /** Marks that are there under two ids or more. */
  doubled: string[];
  /** Rows that were never sent, or were dropped. */
  strange: string[];
  /** How rows differ from what was sent. */
  wrong: string[];
  /** Rows that were stored again under the same id: harmless, and no report may show them. */
  redelivered: number;
}

/** Reads every raw row and holds it against the ledger. */
export async function readStored(client: ClickHouseClient, ledger: Ledger): Promise<Stored> {
  const result = await client.query({
    query: `select * except (log_partition, log_offset) replace (
        toUnixTimestamp64Milli(pinged_at) as pinged_at, toUnixTimestamp64Milli(received_at) as received_at
      ) from pings`,
    format: 'JSONEachRow',
  });
  const byId = new Map<string, PingRow>();
  const idsOf = new Map<string, string>();
  const found: Stored = { rows: [], lost: [], doubled: [], strange: [], wrong: [], redelivered: 0 };
  for (const row of await result.json<PingRow>()) {
    const mark = row.utm_content;
    const before = byId.get(row.ping_id);
    if (before) {
      found.redelivered++;
      if (JSON.stringify(before) !== JSON.stringify(row)) found.wrong.push(`two rows of ${row.ping_id}`);
      continue;
    }
    byId.set(row.ping_id, row);
    const entry = ledger.entries.get(mark);
    if (!entry || entry.outcome === 'dropped') {
      found.strange.push(mark);
      continue;
    }
    if (idsOf.has(mark)) found.doubled.push(mark);
    idsOf.set(mark, row.ping_id);
    const difference = differenceOf(row, entry.expected);
    if (difference) found.wrong.push(difference);
    found.rows.push(row);
  }
  for (const mark of ledger.acknowledgedMarks()) if (!idsOf.has(mark)) found.lost.push(mark);
  return found;
}

function differenceOf(row: PingRow, expected: Expected): string | undefined {
  const { ping_id: _, received_at, pinged_at, ...rest } = row;
  const actual: Record<string, unknown> = { ...rest, pinged_at };
  for (const [column, value] of Object.entries({
    ...expected,
    pinged_at: expected.pinged_at ?? received_at,
  })) {
    if (actual[column] !== value) {
      return `${row.utm_content}: ${column} is ${JSON.stringify(actual[column])}, not ${JSON.stringify(value)}`;
    }
  }
  return undefined;
}
