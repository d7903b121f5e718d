/**
 * Detects a server that accepts connections but does not respond: its process is stopped, its disk hangs, or its machine is gone while
 * connections are open. A server that is busy with a long query still responds to a ping over another connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ClickHouseError } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { type Connection, createClickHouse } from './client.ts';

/** `away`: it refuses connections, or they break. `silent`: it accepts them and does not respond. */
export type Presence = 'here' | 'away' | 'silent';

/** How long a ping may take, milliseconds. It is sent twice: this process may have been delayed itself. */
const answerMs = 2_500;
const looks = 2;
/** Milliseconds between two pings, and before the first, because most queries have finished by then. */
const pauseMs = 1_000;

export interface PresenceCheck {
  /** Pings the server. Returns `silent` at once if it was silent last time: then it is pinged in the background, until it responds. */
  look(): Promise<Presence>;
  /** Runs a query, and ends it when the server stops responding. @throws what the query throws, or an error with the code ETIMEDOUT */
  during<Answer>(question: (silent: AbortSignal) => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

export function createPresenceCheck(connection: Connection, logger: Logger): PresenceCheck {
  // Its own connection, because those of reports may all be in use.
  const client = createClickHouse(connection, logger, { connections: 2 });
  const { host } = new URL(connection.url);
  let silent = false;
  let closed = false;
  let looking: Promise<Presence> | undefined;

  function ask(): Promise<Presence> {
    looking ??= askTwice().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function askTwice(): Promise<Presence> {
    for (let look = 1; look <= looks; look++) {
      const late = AbortSignal.timeout(answerMs);
      try {
        await client.command({ query: 'select 1', abort_signal: late });
        return 'here';
      } catch (error) {
        // A refusal is a response too.
        if (error instanceof ClickHouseError) return 'here';
        if (!late.aborted) return 'away';
      }
    }
    return 'silent';
  }

  async function untilItAnswers(): Promise<void> {
    while (silent && !closed) {
      await sleep(pauseMs, undefined, { ref: false });
      silent = (await ask()) === 'silent';
    }
  }

  async function look(): Promise<Presence> {
    if (silent) return 'silent';
    const presence = await ask();
    if (presence === 'silent' && !silent) {
      silent = true;
      logger.warn({ host }, 'ClickHouse accepts connections and does not answer');
      void untilItAnswers();
    }
    return presence;
  }

  return {
    look,
    during: (question) =>
      whilePresent(async () => ((await look()) === 'silent' ? silenceOf(host) : undefined), question, silent),
    async close() {
      closed = true;
      await client.close();
    },
  };
}

/** An error that means that a server is unreachable. @param name of the server */
export const silenceOf = (name: string) =>
  Object.assign(new Error(`${name} does not answer`), { code: 'ETIMEDOUT' });

/**
 * Runs a query, and checks every second whether its servers respond.
 * @param look an error when one does not; the query is then ended
 * @param first whether to check before the query
 * @throws what the query throws, or that error
 */
export async function whilePresent<Answer>(
  look: () => Promise<Error | undefined>,
  question: (gone: AbortSignal) => Promise<Answer>,
  first = false,
): Promise<Answer> {
  const gone = new AbortController();
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  const lookAgain = async () => {
    const error = await look();
    if (over) return;
    if (error === undefined) timer = setTimeout(lookAgain, pauseMs);
    else gone.abort(error);
  };
  if (first) {
    const error = await look();
    if (error !== undefined) throw error;
  }
  timer = setTimeout(lookAgain, pauseMs);
  try {
    return await question(gone.signal);
  } catch (error) {
    throw gone.signal.aborted ? gone.signal.reason : error;
  } finally {
    over = true;
    clearTimeout(timer);
  }
}
