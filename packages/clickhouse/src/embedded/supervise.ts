import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '@tallyhouse/service';
import { accountsIn, watch } from './bi-accounts.ts';
import type { ChildServer } from './child-server.ts';
import { isSilent } from './silence.ts';
import type { StoredBiUser } from './users-file.ts';

const maxBackoffMs = 5_000;
/** For queries that run when the users change. Reports wait for the server meanwhile, and it may be killed at any time. */
const renewGraceMs = 500;

export interface Supervised {
  /** The running server. */
  server: ChildServer;
  /** Its BI accounts. */
  users: StoredBiUser[];
  usersFile: string;
  watchUsers: boolean;
  /** Writes the configuration of the next server. */
  configure(users: readonly StoredBiUser[]): Promise<unknown>;
  launch(): ChildServer;
  /** Waits until a server responds. @returns false when it ended */
  comesUp(server: ChildServer): Promise<boolean>;
  url: string;
  /** Where to ping it. */
  insideUrl: string;
  patienceMs: number;
  logger: Logger;
}

/** Restarts a server when it ends, is silent, or, with `watchUsers`, its BI accounts change. */
export function supervise(first: Supervised): { pid(): number | undefined; stop(): Promise<void> } {
  const { usersFile, watchUsers, configure, launch, comesUp, url, insideUrl, patienceMs, logger } = first;
  let { server, users } = first;
  let stopping = false;
  let renewing = false;

  async function keepRunning(): Promise<void> {
    for (let backoffMs = 100; !stopping; backoffMs = Math.min(backoffMs * 2, maxBackoffMs)) {
      const runningSince = Date.now();
      const over = new AbortController();
      void endWhenSilent(server, over.signal);
      const end = await server.ended;
      over.abort();
      if (stopping) return;
      if (Date.now() - runningSince > maxBackoffMs) backoffMs = 100;
      if (!renewing) {
        const about = { ...end, stderrTail: server.stderrTail() };
        logger.error(about, 'the embedded ClickHouse exited; restarting it');
        await sleep(backoffMs);
      }
      await configureAgain();
      if (stopping) return;
      server = launch();
      renewing = false;
      if (await comesUp(server)) logger.info({ url }, 'the embedded ClickHouse is back');
    }
  }

  async function endWhenSilent(frozen: ChildServer, signal: AbortSignal): Promise<void> {
    if (!(await isSilent(insideUrl, patienceMs, signal))) return;
    logger.error({ url }, 'the embedded ClickHouse runs and does not answer; ending it');
    frozen.kill();
  }

  async function configureAgain(): Promise<void> {
    try {
      users = await accountsIn(usersFile);
      await configure(users);
    } catch (err) {
      logger.error({ err }, 'the users of the embedded ClickHouse stay as they were');
    }
  }

  async function renew(): Promise<void> {
    if (renewing || stopping) return;
    const found = await accountsIn(usersFile);
    if (stopping || isDeepStrictEqual(found, users)) return;
    logger.info({ users: found.length }, 'the BI users changed; starting the embedded ClickHouse again');
    renewing = true;
    await server.stop(renewGraceMs);
  }

  const supervision = keepRunning();
  const watching = watchUsers ? watch(renew, logger) : undefined;
  return {
    pid: () => server.child.pid,
    async stop() {
      stopping = true;
      clearInterval(watching);
      await server.stop();
      await supervision;
    },
  };
}
