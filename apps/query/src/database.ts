import { setImmediate } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { HttpError } from '@tallyhouse/service';
import { z } from 'zod';
import { type Limits, querySettingsOf } from './limits.ts';
import { createPause } from './pause.ts';
import { readingSettings } from './reading-settings.ts';

/** A query's rows, and how many there would be without its `limit` and `offset`. */
export interface Answer<Row> {
  rows: Row[];
  total: number;
}

/** SQL, and the values of its `{name:Type}` parameters; those that it does not mention are ignored. */
export interface Statement {
  sql: string;
  values: Record<string, unknown>;
}

/** On what terms a query runs. */
export interface Terms {
  limits: Limits;
  /** Aborts when nobody waits for the answer any more: the query then ends on the server too. */
  left: AbortSignal;
  /** Told how many rows ClickHouse read for it. */
  readRows: (rows: number) => void;
}

/** What ClickHouse's format JSON holds of interest; its rows are checked by themselves. */
const answer = z.object({
  data: z.custom<unknown[]>(Array.isArray),
  rows_before_limit_at_least: z.number().optional(),
  statistics: z.object({ rows_read: z.number() }),
});

/** Rows that are checked without a look at the clock. */
const sliceRows = 100;

/**
 * Runs a query and checks its rows, of which there may be tens of thousands: a slice at a time, as others wait.
 * @throws HttpError 503 when the database is away or out of memory, 504 when the query took too long
 */
export async function select<Row>(
  clickhouse: ClickHouseClient,
  statement: Statement,
  row: z.ZodType<Row>,
  terms: Terms,
): Promise<Answer<Row>> {
  const body = await run(clickhouse, statement, terms);
  const { data, rows_before_limit_at_least: before, statistics } = answer.parse(body);
  terms.readRows(statistics.rows_read);
  const rows = await checked(data, row);
  return { rows, total: before ?? rows.length };
}

async function checked<Row>(data: readonly unknown[], row: z.ZodType<Row>): Promise<Row[]> {
  // The JSON of many rows was parsed in this turn.
  if (data.length > sliceRows) await setImmediate();
  const [slice, pause] = [z.array(row), createPause()];
  const rows: Row[] = [];
  for (let from = 0; from < data.length; from += sliceRows) {
    await pause();
    rows.push(...slice.parse(data.slice(from, from + sliceRows)));
  }
  return rows;
}

/** A server that is alive ends the query itself when its time is up; one that is not is waited for this much longer. */
const graceMs = 5000;

async function run(clickhouse: ClickHouseClient, { sql, values }: Statement, { limits, left }: Terms) {
  const late = AbortSignal.timeout(limits.seconds * 1000 + graceMs);
  try {
    const result = await clickhouse.query({
      query: sql,
      format: 'JSON',
      query_params: values,
      abort_signal: AbortSignal.any([left, late]),
      clickhouse_settings: {
        ...readingSettings,
        ...querySettingsOf(limits),
        // Counts stay far below 2^53, so they may be JSON numbers.
        output_format_json_quote_64bit_integers: 0,
      },
    });
    return await result.json<unknown>();
  } catch (error) {
    throw late.aborted ? tookTooLong(error) : databaseError(error);
  }
}

const tooLate = new Set(['159', '160']); // TIMEOUT_EXCEEDED, TOO_SLOW
const outOfMemory = '241'; // MEMORY_LIMIT_EXCEEDED
/** States of the server that pass: too much to do at once, or on its way down or up. */
const passing = new Set([
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '236', // ABORTED: it shuts down, after a fatal error too
  '394', // QUERY_WAS_CANCELLED: by the server as it shuts down, or by its administrator
  '439', // CANNOT_SCHEDULE_TASK
  '696', // ASYNC_LOAD_WAIT_FAILED, as it starts
  '698', // ASYNC_LOAD_CANCELED, as it shuts down during its start
]);

/**
 * What a failed query means to the caller. ClickHouse's own errors carry its number as `code`, those of the connection
 * a word of Node's; an unknown number is a fault of ours and stays as it is.
 */
export function databaseError(error: unknown): unknown {
  const { code, message } = z
    .object({ code: z.coerce.string().catch(''), message: z.string().catch('') })
    .catch({ code: '', message: '' })
    .parse(error);
  if (tooLate.has(code) || message.startsWith('Timeout error')) {
    return tookTooLong(error);
  }
  if (code === outOfMemory) {
    return new HttpError(
      'unavailable',
      'That takes more memory than there is. A shorter period takes less.',
      {
        headers: { 'Retry-After': '60' },
        cause: error,
      },
    );
  }
  if (passing.has(code) || /^E(?!RR_)[A-Z_]+$/.test(code) || message === 'socket hang up') {
    return new HttpError('unavailable', 'The database cannot be reached. Please try again.', {
      headers: { 'Retry-After': '5' },
      cause: error,
    });
  }
  return error;
}

export function tookTooLong(cause: unknown): HttpError {
  return new HttpError('timeout', 'The report took too long. A shorter period takes less.', { cause });
}

/** For `GET /readyz`: the database answers and has the tables. */
export async function checkDatabase(clickhouse: ClickHouseClient): Promise<void> {
  try {
    await clickhouse.command({ query: 'select 1 from pageviews, sessions, visitors limit 0' });
  } catch (error) {
    const known = databaseError(error);
    // ClickHouse's message would show SQL.
    throw new Error(
      known instanceof HttpError ? known.message : 'The database lacks the tables. Run the migrations.',
    );
  }
}
