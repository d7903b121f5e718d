import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { only, select } from './select.ts';

/** How long a result is valid, milliseconds. */
const keptMs = 2_000;
/** How long an unresponsive server may delay a report, milliseconds. */
const answerMs = 5_000;
/** ACCESS_DENIED */
const accessDenied = '497';
/** UNKNOWN_TABLE and UNKNOWN_DATABASE: a new replica, whose tables are created one by one. */
const noTables: ReadonlySet<string> = new Set(['60', '81']);

/** The user may not read the replicas' lag; the message has the remedy. */
export class MissingRightError extends Error {
  override name = 'MissingRightError';
}

export interface Readable {
  /** The largest allowed lag, seconds. */
  maxDelaySeconds: number;
  tables: Sql;
}

const state = z.object({ lost: z.number(), delay: z.number() });

const stateOf = (tables: Sql) => sql`select
    toUInt32(countIf(is_readonly or is_session_expired)) as lost,
    toUInt32(max(absolute_delay)) as delay,
    (select toUInt32(count()) from (${tables})) as rows_of_tables
from system.replicas
where database = currentDatabase()`;

/**
 * Whether a replica is up to date: it has tables, they are at most some seconds behind, and it has not lost Keeper, without which the lag
 * is unknown.
 * @returns a function that queries the server at most every two seconds. It throws MissingRightError, or the error of an unreachable server
 */
export function createDelayCheck(
  client: ClickHouseClient,
  readable: Readable,
  clock: () => number = () => performance.now(),
): () => Promise<boolean> {
  let known: { until: number; isCurrent: Promise<boolean> } | undefined;
  return async () => {
    if (known !== undefined && known.until > clock()) return known.isCurrent;
    const isCurrent = ask(client, readable);
    known = { until: clock() + keptMs, isCurrent };
    // An unreachable server is tried again.
    isCurrent.catch(() => {
      known = undefined;
    });
    return isCurrent;
  };
}

async function ask(client: ClickHouseClient, { maxDelaySeconds, tables }: Readable): Promise<boolean> {
  const late = AbortSignal.timeout(answerMs);
  try {
    const { lost, delay } = only(await select(client, stateOf(tables), state, {}, late));
    return lost === 0 && delay <= maxDelaySeconds;
  } catch (error) {
    if (late.aborted)
      throw Object.assign(new Error(`no answer within ${answerMs} ms`), { code: 'ETIMEDOUT' });
    if (!(error instanceof ClickHouseError)) throw error;
    if (noTables.has(error.code)) return false;
    if (error.code !== accessDenied) throw error;
    throw new MissingRightError(
      'The user of reports may not see how far a replica is behind: grant select on system.replicas to it.',
      { cause: error },
    );
  }
}
