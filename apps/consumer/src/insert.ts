import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import type { Server } from '@tallyhouse/cluster';
import { insertHeader, lineEnd } from '@tallyhouse/ping';
import { insertStatement, somethingIsForgotten } from './insert-statement.ts';
import { nameOf, type Run } from './runs.ts';

/** ClickHouse works, but refuses these messages: a retry cannot help. */
export class ContentRefusedError extends Error {
  override name = 'ContentRefusedError';
}

/**
 * Stores runs of messages of one row version with one insert; resolves when they are written.
 * @throws ContentRefusedError, or another error when ClickHouse is unavailable
 */
export type InsertMessages = (run: Run, ...others: readonly Run[]) => Promise<void>;

/** ClickHouse's codes for invalid input: numbers, dates, ids, enums, quotes, and lines as a whole. */
const contentCodes: ReadonlySet<string> = new Set(
  '6 25 26 27 33 38 41 53 69 70 72 117 130 131 321 349 376 467 588 589 590 636 675 676 691 692'.split(' '),
);

const refusesContent = (error: unknown): error is ClickHouseError =>
  error instanceof ClickHouseError && contentCodes.has(error.code);

/**
 * One insert for all runs. The messages' bytes are joined, not parsed: each is already a line of JSONCompactEachRow, to which
 * only partition and offset are added. The header makes ClickHouse compare names and types, so it refuses a message of
 * another shape rather than storing it in the wrong columns. Pings that somebody had deleted are stored without their content
 * (insert-statement.ts).
 *
 * A retry has the token of the inserts that failed, so ClickHouse skips the tables that have the rows already: a view that is broken
 * for hours does not fill the others with copies. But ClickHouse notes a token before it keeps the part, and may be killed in
 * between. So a batch counts as stored only after an insert with a token that has never failed: when a retry succeeds, the rows are
 * stored once more, with a new token. Twice in the tables, they change no report.
 * @param headerOf names the columns of a row version
 */
export function createInsert(client: ClickHouseClient, headerOf = insertHeader): InsertMessages {
  /** Whether anything is known to be forgotten. Once true, it stays true. */
  let forgetting = false;
  /** Part of every token: an insert of another process may have failed. */
  const series = randomUUID();
  /** Tokens of inserts that failed, until a retry succeeds. Tokens of batches that moved to another consumer remain: some bytes each. */
  const failed = new Set<string>();

  async function store(header: string, lines: Buffer, token: string): Promise<void> {
    try {
      await send(header, lines, token);
      if (failed.has(token)) await send(header, lines, `${token} ${randomUUID()}`);
    } catch (error) {
      if (!refusesContent(error)) failed.add(token);
      throw error;
    }
    failed.delete(token);
  }

  async function send(header: string, lines: Buffer, token: string): Promise<void> {
    try {
      await sendOnce(header, lines, token);
    } catch (error) {
      if (forgetting || !somethingIsForgotten(error)) throw error;
      forgetting = true;
      await sendOnce(header, lines, token);
    }
  }

  async function sendOnce(header: string, lines: Buffer, token: string): Promise<void> {
    const { stream } = await client.exec({
      query: insertStatement(header, { forgetting }),
      values: Readable.from([header, lines], { objectMode: false }),
      clickhouse_settings: {
        // On by default since 26.3; the rows are one batch already.
        async_insert: 0,
        insert_deduplicate: 1,
        insert_deduplication_token: token,
        // Off by default before 26.2: then a repeated batch is stored again in the tables behind the views.
        deduplicate_blocks_in_dependent_materialized_views: 1,
        // On by default: a column that the table lacks would be skipped silently.
        input_format_skip_unknown_fields: 0,
        // An import may span more than the default 100 months; if refused, it would be redelivered forever.
        max_partitions_per_insert_block: '0',
      },
    });
    stream.resume();
  }

  return async function insertMessages(...runs) {
    const header = headerOf(runs[0].version);
    try {
      const lines = joinLines(runs);
      await store(header, lines, `${series} ${tokenOf(runs, lines)}`);
    } catch (error) {
      if (!refusesContent(error)) throw error;
      // A table that lacks a column gives the same codes as a bad message. Then even no rows at all are refused,
      // and every message must wait for the migration rather than become a dead letter.
      await send(header, Buffer.alloc(0), '');
      throw new ContentRefusedError(error.message, { cause: error });
    }
  };
}

/** Stores runs on a server, once it is known to be the configured one. */
export function insertInto(server: Pick<Server, 'client' | 'ready'>): InsertMessages {
  const insert = createInsert(server.client);
  return async (...runs) => {
    await server.ready();
    await insert(...runs);
  };
}

/**
 * The deduplication token of runs: their offsets and a digest of their bytes, by which ClickHouse recognizes a repetition.
 * Offsets alone are not enough: a recreated topic starts at 0 again, and its first batches would count as stored.
 */
function tokenOf(runs: readonly Run[], lines: Buffer): string {
  const digest = createHash('sha1').update(lines).digest('base64url');
  return `${runs.map(nameOf).join('+')}:${digest}`;
}

/** Writes into one buffer: with a buffer per piece, joining takes 1.8 times as long, and nothing is inserted meanwhile. */
function joinLines(runs: readonly Run[]): Buffer {
  const endsOf = runs.map(({ partition, offsets }) => offsets.map((offset) => lineEnd(partition, offset)));
  const bytesOf = ({ values }: Run, ends: readonly string[] = []) =>
    values.reduce((sum, value, index) => sum + value.length + (ends[index]?.length ?? 0), 0);
  const lines = Buffer.allocUnsafe(runs.reduce((sum, run, index) => sum + bytesOf(run, endsOf[index]), 0));
  let at = 0;
  runs.forEach(({ values }, index) => {
    const ends = endsOf[index] ?? [];
    values.forEach((value, message) => {
      value.copy(lines, at);
      // Overwrites the message's own closing bracket.
      at += Math.max(0, value.length - 1);
      at += lines.write(ends[message] ?? '', at, 'latin1');
    });
  });
  return lines.subarray(0, at);
}
