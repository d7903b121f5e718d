import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { type ClientOptions, type Connection, createClickHouse } from './client.ts';

/** How long a server that could not be reached is asked last. Then one request tries it. */
const pauseMs = 5_000;
const connectMs = 2_000;

interface Server {
  host: string;
  client: ClickHouseClient;
  /** Milliseconds since 1970; 0 when it answered last time. */
  awayUntil: number;
}

export interface FailOver {
  /**
   * Asks the servers in their order, those last that were away lately.
   * @param attempts how many of them to ask, if each is away
   * @throws what the question throws; when several were asked in vain, an error with the code EHOSTUNREACH
   */
  ask<Answer>(question: (client: ClickHouseClient) => Promise<Answer>, attempts: number): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * @param connections in the order of preference
 * @param isAway whether an error means that another server should be asked
 */
export function createFailOver(
  connections: readonly Connection[],
  logger: Logger,
  options: ClientOptions,
  { isAway, clock }: { isAway: (error: unknown) => boolean; clock: () => number },
): FailOver {
  const servers: Server[] = connections.map((connection) => ({
    host: new URL(connection.url).host,
    client: createClickHouse(connection, logger, { ...options, connectMs }),
    awayUntil: 0,
  }));

  /** Those that are away last, as nothing is lost by asking them when no other answers. */
  function inOrder(): Server[] {
    const now = clock();
    const wasAway = ({ awayUntil }: Server) => awayUntil > now;
    return [...servers.filter((server) => !wasAway(server)), ...servers.filter(wasAway)];
  }

  return {
    async ask(question, attempts) {
      let failure: unknown;
      for (const server of inOrder().slice(0, attempts)) {
        // Others pass it by while this request tries it again.
        if (server.awayUntil > 0) server.awayUntil = clock() + pauseMs;
        try {
          const answer = await question(server.client);
          server.awayUntil = 0;
          return answer;
        } catch (error) {
          if (!isAway(error)) throw error;
          if (server.awayUntil === 0) logger.warn({ err: error, host: server.host }, 'ClickHouse is away');
          server.awayUntil = clock() + pauseMs;
          if (attempts === 1) throw error;
          failure = error;
        }
      }
      // With a code that says so: a proxy's answer has none.
      throw Object.assign(new Error('no ClickHouse can be reached', { cause: failure }), {
        code: 'EHOSTUNREACH',
      });
    },
    close: async () => void (await Promise.all(servers.map(({ client }) => client.close()))),
  };
}
