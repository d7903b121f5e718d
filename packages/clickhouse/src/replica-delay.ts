import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { z } from 'zod';
import replicaDelaySql from './replica-delay.sql';
import { only } from './select.ts';

/** How long an answer counts, milliseconds. */
const keptMs = 2_000;
/** A server that does not answer must not hold up a report for longer, milliseconds. */
const answerMs = 5_000;
/** ACCESS_DENIED */
const accessDenied = '497';
/** UNKNOWN_TABLE and UNKNOWN_DATABASE: a replica that is new. */
const noTables: ReadonlySet<string> = new Set(['60', '81']);

/** The user may not see how far a replica is behind; the message says what to do. */
export class MissingRightError extends Error {
  override name = 'MissingRightError';
}

const state = z.object({ lost: z.number(), delay: z.number() });

/**
 * Whether a replica has what the others have: it has tables, they are at most some seconds behind, and it has not lost Keeper,
 * without which it does not know.
 * @param maxSeconds how far it may be behind
 * @returns a function that asks the server at most every two seconds. It throws MissingRightError, or the error of a server that cannot
 *   be reached
 */
export function createDelayCheck(
  client: ClickHouseClient,
  maxSeconds: number,
  clock: () => number = () => performance.now(),
): () => Promise<boolean> {
  let known: { until: number; isCurrent: Promise<boolean> } | undefined;
  return async () => {
    if (known !== undefined && known.until > clock()) return known.isCurrent;
    const isCurrent = ask(client, maxSeconds);
    known = { until: clock() + keptMs, isCurrent };
    // A server that cannot be reached is asked anew.
    isCurrent.catch(() => {
      known = undefined;
    });
    return isCurrent;
  };
}

async function ask(client: ClickHouseClient, maxSeconds: number): Promise<boolean> {
  const late = AbortSignal.timeout(answerMs);
  try {
    const result = await client.query({ query: replicaDelaySql, format: 'JSONEachRow', abort_signal: late });
    const { lost, delay } = only(z.array(state).parse(await result.json()));
    return lost === 0 && delay <= maxSeconds;
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
