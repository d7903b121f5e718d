import { isDeepStrictEqual } from 'node:util';
import type { ClickHouseClient } from '@clickhouse/client';
import type { PingRow } from '@tallyhouse/ping';
import { storedPings } from '../../harness/clickhouse.ts';
import type { Expected, Ledger } from '../traffic/ledger.ts';

/** A ping, by its mark or what else is known of it, and the fault in progress when it was sent. */
export interface Finding {
  what: string;
  during: string;
}

/** What became of the ledger in the table of raw pings. */
export interface Stored {
  /** Each stored ping once. */
  rows: PingRow[];
  /** The same, by the server that has it. */
  byServer: PingRow[][];
  /** Each dropped ping once: of those, only that they were received is stored. */
  dropped: PingRow[];
  /** Acknowledged pings that are not there. */
  lost: Finding[];
  /** Pings that are there under two ids or more. */
  doubled: Finding[];
  /** Rows that were never sent, or were dropped. */
  strange: Finding[];
  /** Differences between rows and sent pings. */
  wrong: Finding[];
  /** Rows that were stored again under the same id: harmless, and no report may show them. */
  redelivered: Finding[];
}

/**
 * Reads every raw row of each server and compares it with the ledger.
 * @param derivedIds whether ingest may replace a sent id, always by the same one
 */
export async function readStored(
  clients: readonly ClickHouseClient[],
  ledger: Ledger,
  derivedIds: boolean,
): Promise<Stored> {
  const idsAgree = derivedIds ? oneForEach() : (row: PingRow, expected: Expected) => sameIds(row, expected);
  const byServer = await Promise.all(clients.map((client) => storedPings(client)));
  const byId = new Map<string, PingRow>();
  const idsOf = new Map<string, string>();
  const serverOf = new Map<string, number>();
  const none = { lost: [], doubled: [], strange: [], wrong: [], redelivered: [] };
  const found: Stored = { rows: [], byServer: clients.map(() => []), dropped: [], ...none };
  for (const { row, server } of byServer.flatMap((rows, server) => rows.map((row) => ({ row, server })))) {
    const mark = row.utm_content;
    const entry = ledger.entries.get(mark);
    const during = entry?.during ?? 'unknown';
    const before = byId.get(row.ping_id);
    if (before) {
      found.redelivered.push({ what: mark, during });
      if (JSON.stringify(before) !== JSON.stringify(row))
        found.wrong.push({ what: `two rows of ${row.ping_id}`, during });
      continue;
    }
    byId.set(row.ping_id, row);
    if (row.drop_reason !== '') {
      found.dropped.push(row);
      continue;
    }
    if (!entry || entry.bot) {
      found.strange.push({ what: mark, during });
      continue;
    }
    if (idsOf.has(mark)) found.doubled.push({ what: mark, during });
    idsOf.set(mark, row.ping_id);
    const difference = differenceOf(row, entry.expected);
    if (difference) found.wrong.push({ what: difference, during });
    if (!idsAgree(row, entry.expected))
      found.wrong.push({ what: `${mark}: ids of ${JSON.stringify(row)}`, during });
    if ((serverOf.get(sessionOf(row)) ?? server) !== server)
      found.wrong.push({ what: `${mark}: its session is on two servers`, during });
    serverOf.set(sessionOf(row), server);
    found.rows.push(row);
    found.byServer[server]?.push(row);
  }
  for (const [mark, { outcome, during }] of ledger.entries) {
    if (outcome === 'acknowledged' && !idsOf.has(mark)) found.lost.push({ what: mark, during });
  }
  countDropped(found, ledger);
  return found;
}

const sessionOf = ({ site_id, session_id }: PingRow) => `${site_id} ${session_id}`;

/** A dropped ping keeps nothing of the visitor and no mark either: it is identified by site and time. */
function countDropped(found: Stored, ledger: Ledger): void {
  const place = (row: { site_id: string; pinged_at: number | undefined }) =>
    `${row.site_id} ${row.pinged_at}`;
  const stored = new Map<string, number>();
  for (const row of found.dropped) {
    stored.set(place(row), (stored.get(place(row)) ?? 0) + 1);
    const { ping_id: _, site_id: __, type: ___, pinged_at: ____, received_at: _____, ...rest } = row;
    const kept = Object.entries(rest).filter(
      ([, value]) => value && !/^[0-]+$/.test(`${value}`) && !isDeepStrictEqual(value, {}),
    );
    if (JSON.stringify(kept) !== '[["drop_reason","bot"]]')
      found.wrong.push({ what: JSON.stringify(row), during: 'unknown' });
  }
  const sent = new Map<string, { least: number; most: number; during: string }>();
  for (const { bot, expected, outcome, during } of ledger.entries.values()) {
    if (!bot) continue;
    const { least, most } = sent.get(place(expected)) ?? { least: 0, most: 0 };
    sent.set(place(expected), { least: least + (outcome === 'dropped' ? 1 : 0), most: most + 1, during });
  }
  for (const [where, { least, most, during }] of sent) {
    const count = stored.get(where) ?? 0;
    const finding = { what: `a dropped ping of ${where}`, during };
    if (count < least) found.lost.push(finding);
    if (count > most) found.doubled.push(finding);
    stored.delete(where);
  }
  for (const what of stored.keys()) found.strange.push({ what, during: 'unknown' });
}

const ids = ['visitor_id', 'session_id', 'pageview_id'] as const;

const sameIds = (row: PingRow, expected: Expected) => ids.every((id) => row[id] === expected[id]);

/**
 * Each id that was sent for a site has one that is stored, and no other has the same. The session's is derived for a UTC day of
 * ingest: a session over midnight may have two. An event may keep the session that it names, whose views may have been moved.
 */
function oneForEach(): (row: PingRow, expected: Expected) => boolean {
  const pairs = new Map<string, string>();
  const pair = (from: string, to: string) => {
    const known = pairs.get(from);
    pairs.set(from, known ?? to);
    return known === undefined || known === to;
  };
  return (row, expected) => {
    const day = Math.floor(row.pinged_at / 86_400_000);
    return ids.every((id) => {
      if (row.event !== '' && id !== 'visitor_id' && row[id] === expected[id]) return true;
      const [sent, stored] = [`${id} ${row.site_id} ${expected[id]}`, `${id} ${row.site_id} ${row[id]}`];
      return pair(`sent ${sent} on ${day}`, stored) && pair(`stored ${stored}`, sent);
    });
  };
}

function differenceOf(row: PingRow, expected: Expected): string | undefined {
  // view_hash is keyed: only the service can compute it.
  const { pageview_id: _, session_id: __, visitor_id: ___, view_hash: ____, ...rest } = expected;
  const columns = { ...rest, pinged_at: expected.pinged_at ?? row.received_at };
  for (const [column, value] of Object.entries(columns)) {
    const actual = Object.entries(row).find(([name]) => name === column)?.[1];
    if (!isDeepStrictEqual(actual, value)) {
      return `${row.utm_content}: ${column} is ${JSON.stringify(actual)}, not ${JSON.stringify(value)}`;
    }
  }
  return undefined;
}
