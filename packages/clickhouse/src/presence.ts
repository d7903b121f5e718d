/**
 * Notices a server that accepts connections and does not answer: its process is stopped, its disk hangs, or its machine is gone while
 * connections are open. A server that works on a question for long still answers another one at once, over another connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ClickHouseError } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { type Connection, createClickHouse } from './client.ts';

/** `away`: it refuses connections, or they break. `silent`: it takes them and does not answer. */
export type Presence = 'here' | 'away' | 'silent';

/** How long an answer may take, milliseconds. It is asked twice: this process may have been held up itself. */
const answerMs = 2_500;
const looks = 2;
/** Between two looks at a server, milliseconds; and before the first, as most questions are answered by then. */
const pauseMs = 1_000;

export interface PresenceCheck {
  /** Asks the server. At once `silent` when it was the last time: then it is asked in the background, until it answers. */
  look(): Promise<Presence>;
  /**
   * Runs a question, and ends it when the server falls silent.
   * @throws what the question throws, or an error with the code ETIMEDOUT
   */
  during<Answer>(question: (silent: AbortSignal) => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

export function createPresenceCheck(connection: Connection, logger: Logger): PresenceCheck {
  // Its own, as those of reports may all be in use.
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
        // Refusing is an answer too.
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

/** An error that means that a server cannot be reached. @param name of the server */
export const silenceOf = (name: string) =>
  Object.assign(new Error(`${name} does not answer`), { code: 'ETIMEDOUT' });

/**
 * Runs a question, and looks every second whether those are there who have to answer it.
 * @param look an error when one is not; the question is ended then
 * @param first whether to look before the question
 * @throws what the question throws, or that error
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
