import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { type ClientOptions, type Connection, createClickHouse } from './client.ts';
import { createPresenceCheck, type Presence, type PresenceCheck } from './presence.ts';
import { createDelayCheck, type Readable } from './replica-delay.ts';

/** How long an unreachable server is tried last. Then one request tries it. */
const pauseMs = 5_000;
const connectMs = 2_000;

interface Server {
  host: string;
  client: ClickHouseClient;
  admit: () => Promise<void> | undefined;
  /** Undefined where queries do not end when a server stops responding. */
  presence: PresenceCheck | undefined;
  /** Whether it is up to date. */
  isCurrent: () => Promise<boolean>;
  /** Milliseconds since 1970; 0 when it responded last time. */
  awayUntil: number;
}

export interface FailOver {
  /**
   * Queries the servers in order, those last that were unreachable lately.
   * @param question to a server; the signal aborts when the server stops responding
   * @param attempts how many servers to try
   * @throws what the question throws; when several were unreachable, an error with the code EHOSTUNREACH
   */
  ask<Answer>(
    question: (client: ClickHouseClient, silent?: AbortSignal) => Promise<Answer>,
    attempts: number,
  ): Promise<Answer>;
  /** The best state among the servers. */
  look(): Promise<Presence>;
  close(): Promise<void>;
}

interface FailOverOptions {
  /** Whether an error means that another server should be tried. */
  isUnreachable: (error: unknown) => boolean;
  /** Replicas that may not be read count as unreachable. Undefined: not checked. */
  readable?: Readable | undefined;
  /** Called before each question to a server, which is not asked when it throws. */
  admit?: ((connection: Connection) => Promise<void>) | undefined;
  /** Whether to end a query when its server accepts connections but does not respond. */
  endsSilence?: boolean;
  clock: () => number;
}

/** @param connections in the order of preference */
export function createFailOver(
  connections: readonly Connection[],
  logger: Logger,
  options: ClientOptions,
  { isUnreachable, readable, admit, endsSilence = false, clock }: FailOverOptions,
): FailOver {
  const servers = connections.map((connection): Server => {
    const client = createClickHouse(connection, logger, { ...options, connectMs });
    return {
      host: new URL(connection.url).host,
      client,
      admit: () => admit?.(connection),
      presence: endsSilence ? createPresenceCheck(connection, logger) : undefined,
      isCurrent: readable === undefined ? async () => true : createDelayCheck(client, readable, clock),
      awayUntil: 0,
    };
  });

  /** Unreachable servers come last: trying them costs nothing when no other responds. */
  function inOrder(): Server[] {
    const now = clock();
    const wasAway = ({ awayUntil }: Server) => awayUntil > now;
    return [...servers.filter((server) => !wasAway(server)), ...servers.filter(wasAway)];
  }

  return {
    async ask(question, attempts) {
      let failure: unknown;
      for (const server of inOrder().slice(0, attempts)) {
        // Other requests skip it while this one tries it again.
        if (server.awayUntil > 0) server.awayUntil = clock() + pauseMs;
        try {
          const { client, presence } = server;
          const asked = async (silent?: AbortSignal) => {
            await server.admit();
            if (!(await server.isCurrent())) throw behind(server.host);
            return question(client, silent);
          };
          const answer = await (presence ? presence.during(asked) : asked());
          server.awayUntil = 0;
          return answer;
        } catch (error) {
          if (!isUnreachable(error)) throw error;
          if (server.awayUntil === 0) logger.warn({ err: error, host: server.host }, 'ClickHouse is away');
          server.awayUntil = clock() + pauseMs;
          if (attempts === 1) throw error;
          failure = error;
        }
      }
      // The code marks a failed connection: a proxy's response has none.
      throw Object.assign(new Error('no ClickHouse can be reached', { cause: failure }), {
        code: 'EHOSTUNREACH',
      });
    },
    look: () => bestOf(servers.map(async ({ presence }) => (await presence?.look()) ?? 'here')),
    close: async () => {
      await Promise.all(servers.flatMap(({ client, presence }) => [client.close(), presence?.close()]));
    },
  };
}

/** A connection error's code, because another server has to be tried. */
const behind = (host: string) =>
  Object.assign(new Error(`the replica ${host} is behind the others`), { code: 'EBEHIND' });

/** Does not wait for a silent server when another one responds. */
async function bestOf(looks: readonly Promise<Presence>[]): Promise<Presence> {
  const here = looks.map(async (look) => {
    if ((await look) !== 'here') throw new Error('not here');
    return 'here' as const;
  });
  return Promise.any(here).catch(async () =>
    (await Promise.all(looks)).includes('silent') ? 'silent' : 'away',
  );
}
