import { createClickHouse } from '@tallyhouse/clickhouse';
import { type Servers, singleServer } from '@tallyhouse/cluster';
import { startConsumer } from '@tallyhouse/consumer';
import { run } from '@tallyhouse/consumer/replay';
import { consumerGroup, type Log, type LogMessage } from '@tallyhouse/log';
import { encodeRow, type PingRow } from '@tallyhouse/ping';
import { type QueryService, startQueryService } from '../api/query-service.ts';
import { rowsOf } from '../harness/clickhouse.ts';
import { printed } from '../harness/printed.ts';
import { logger } from '../harness/quiet.ts';
import { caughtUp, readyWriter, until } from '../log/gather.ts';
import type { Place } from '../log/place.ts';
import { ask } from './ask.ts';

/** Log, dead letters, ClickHouse, query service, and a running consumer. @param given a service on an empty database, which stays */
export async function startFlow(pings: Place, letters: Place, given?: QueryService) {
  const service = given ?? (await startQueryService());
  // Opened once: opening LMDB a second time in a process waits for its lock, which a running write may hold.
  const log = pings.open();
  const deadLetterLog = letters.open(1);
  const { client, database, url } = service.database;
  const writer = await readyWriter(log);
  const startedAt = Date.now();
  const consumer = await consume(log, deadLetterLog, singleServer(client));

  return {
    service,
    log,
    deadLetterLog,
    client,
    rows: (query: string) => rowsOf(client, query),

    /** Messages as ingest appends them: with their session as the key. */
    append: (messages: readonly LogMessage[]) => writer.append(messages),

    async caughtUp(): Promise<void> {
      const reader = log.reader(consumerGroup);
      await until(() => caughtUp(reader));
    },

    async replay(
      task: Parameters<typeof run>[0],
      signal = new AbortController().signal,
      clickhouse = createClickHouse({ url, database }, logger),
    ) {
      const { output, text } = printed();
      const done = await run(task, {
        log,
        deadLetterLog,
        openServers: async () => singleServer(clickhouse),
        output,
        logger,
        // A clock that does not advance, so that no progress is printed.
        clock: () => startedAt,
        signal,
      });
      return { done, output: text() };
    },

    ask: (paths: readonly string[]) => ask(service.url, paths),

    async stop(): Promise<void> {
      await consumer.close();
      await Promise.all([pings.remove(), letters.remove()]);
      if (given === undefined) await service.stop();
    },
  };
}

export type Flow = Awaited<ReturnType<typeof startFlow>>;

/** Runs a consumer of a log. @param onFatal is called when it cannot go on */
export function consume(log: Log, deadLetterLog: Log, servers: Servers, onFatal = rethrow) {
  const deps = { log, deadLetterLog, servers, logger, clock: Date.now, onFatal };
  return startConsumer({ MAX_LAG_SECONDS: 300, MAX_PARTS: 600 }, deps);
}
const rethrow = (error: unknown): void => {
  throw error;
};

export const messageOf = (row: PingRow) => ({ key: row.session_id, value: encodeRow(row) });

export const everything = { kind: 'log', from: 0, to: undefined, dryRun: false } as const;
