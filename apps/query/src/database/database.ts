import { addAbortListener } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { command, isUnreachable } from '@tallyhouse/clickhouse';
import { refuseShard, ShardError } from '@tallyhouse/cluster';
import { HttpError } from '@tallyhouse/service';
import type { Statement } from '@tallyhouse/sql';
import { z } from 'zod';
import { createPause } from '../time/pause.ts';
import { readTables } from './read-tables.ts';
import { type Limits, querySettingsOf, readingSettings } from './settings.ts';
import { type Ask, askShards } from './shards/ask.ts';
import { checkShards, lostShard } from './shards/away.ts';
import type { Shards } from './shards/shards.ts';

/** The rows of a query, and their number without its `limit` and `offset`. */
export interface QueryResult<Row> {
  rows: Row[];
  total: number;
}

/** The conditions under which a query runs. */
export interface Terms {
  limits: Limits;
  /** Aborts when no caller waits for the rows any more; the query then ends on the server too. */
  left: AbortSignal;
  /** Called with the number of rows that ClickHouse read. */
  readRows: (rows: number) => void;
  /** The servers that have the rows; undefined for one. */
  shards?: Shards | undefined;
  /** Called with the number of each shard that is unreachable and whose rows are missing. */
  missing?: ((shard: number) => void) | undefined;
}

/** Collects the numbers of `Terms.missing`. */
export const noteIn = (missing: Set<number>) => (shard: number) => void missing.add(shard);

/** The parts of ClickHouse's JSON format that are used; its rows are checked separately. */
const responseBody = z.object({
  data: z.custom<unknown[]>(Array.isArray),
  rows_before_limit_at_least: z.number().optional(),
  statistics: z.object({ rows_read: z.number() }),
});

/** Rows to check between two looks at the clock. */
const sliceRows = 100;

/**
 * Runs a query and checks its rows. There may be tens of thousands: they are checked in slices, as other requests wait.
 * @throws HttpError 503 when the database is unreachable or out of memory, 504 when the query took too long
 */
export async function select<Row>(
  clickhouse: ClickHouseClient,
  statement: Statement,
  row: z.ZodType<Row>,
  terms: Terms,
): Promise<QueryResult<Row>> {
  const body = await run(clickhouse, statement, terms);
  const { data, rows_before_limit_at_least: before, statistics } = responseBody.parse(body);
  terms.readRows(statistics.rows_read);
  const rows = await checked(data, row);
  return { rows, total: before ?? rows.length };
}

async function checked<Row>(data: readonly unknown[], row: z.ZodType<Row>): Promise<Row[]> {
  // Parsing the JSON of many rows has used up this turn.
  if (data.length > sliceRows) await setImmediate();
  const [slice, pause] = [z.array(row), createPause()];
  const rows: Row[] = [];
  for (let from = 0; from < data.length; from += sliceRows) {
    await pause();
    rows.push(...slice.parse(data.slice(from, from + sliceRows)));
  }
  return rows;
}

export const askServers = <Answer>(
  clickhouse: ClickHouseClient,
  { shards, missing }: Pick<Terms, 'shards' | 'missing'>,
  ask: Ask<Answer>,
): Promise<Answer> => (shards ? askShards(clickhouse, shards, missing, ask) : ask({}));

/** A live server ends the query at its own time limit. An unresponsive one is abandoned this much later. */
const graceMs = 5000;

async function run(clickhouse: ClickHouseClient, { sql, values }: Statement, terms: Terms) {
  const { limits, left } = terms;
  const late = AbortSignal.timeout(limits.seconds * 1000 + graceMs);
  const ask: Ask<unknown> = async (settings, silent) => {
    const signal = AbortSignal.any([left, late, ...(silent ? [silent] : [])]);
    const result = await clickhouse.query({
      query: sql,
      format: 'JSON',
      query_params: values,
      abort_signal: signal,
      clickhouse_settings: {
        ...readingSettings,
        ...querySettingsOf(limits),
        ...settings,
        // Queries of BI users wait for reports.
        priority: '1',
        // Counts stay far below 2^53, so they may be JSON numbers.
        output_format_json_quote_64bit_integers: 0,
      },
    });
    // The client itself looks at the signal only until the response begins.
    using _end = addAbortListener(signal, () => result.close());
    return await result.json();
  };
  try {
    return await askServers(clickhouse, terms, ask);
  } catch (error) {
    throw late.aborted ? tookTooLong(error) : databaseError(error);
  }
}

const tooLate = new Set(['159', '160']); // TIMEOUT_EXCEEDED, TOO_SLOW
const outOfMemory = '241'; // MEMORY_LIMIT_EXCEEDED
const passing = new Set([
  // Also while only the queried shard cannot reach another one.
  ...lostShard,
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '236', // ABORTED: it is shutting down, also after a fatal error
  '394', // QUERY_WAS_CANCELLED: by the server at shutdown, or by its administrator
  '439', // CANNOT_SCHEDULE_TASK
  '696', // ASYNC_LOAD_WAIT_FAILED, at startup
  '698', // ASYNC_LOAD_CANCELED, shut down during startup
]);

/**
 * Maps the error of a failed query to an HttpError. ClickHouse's errors carry a number as `code`, connection errors one of Node's strings.
 * An unknown number is a bug here and is returned unchanged.
 */
export function databaseError(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  const { code, message } = z
    .object({ code: z.coerce.string().catch(''), message: z.string().catch('') })
    .catch({ code: '', message: '' })
    .parse(error);
  if (tooLate.has(code) || message.startsWith('Timeout error')) return tookTooLong(error);
  if (code === outOfMemory) {
    return new HttpError(
      'unavailable',
      'The report needs more memory than is available. Try a shorter period.',
      { headers: { 'Retry-After': '60' }, cause: error },
    );
  }
  if (passing.has(code) || isUnreachable(error)) {
    return new HttpError('unavailable', 'The database cannot be reached. Please try again.', {
      headers: { 'Retry-After': '5' },
      cause: error,
    });
  }
  return error;
}

export function tookTooLong(cause: unknown): HttpError {
  return new HttpError('timeout', 'The report took too long. Try a shorter period.', { cause });
}

/** For `GET /readyz`: the database is reachable and has the tables. */
export async function checkDatabase(
  clickhouse: ClickHouseClient,
  shards?: Shards,
): Promise<string | undefined> {
  if (shards) return checkShards(clickhouse, shards);
  try {
    await command(clickhouse, readTables);
    await refuseShard(clickhouse);
    return undefined;
  } catch (error) {
    if (error instanceof ShardError) throw error;
    const known = databaseError(error);
    // ClickHouse's message would reveal SQL.
    throw new Error(
      known instanceof HttpError ? known.message : 'Tables are missing in the database. Run the migrations.',
    );
  }
}
