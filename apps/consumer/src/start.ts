import { createServer } from 'node:http';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Log } from '@tallyhouse/log';
import { type Listening, type Logger, listen } from '@tallyhouse/service';
import { createApp } from './app.ts';
import { createBatchHandler } from './consume.ts';
import { createDeadLetters } from './dead-letters.ts';
import { createInsert } from './insert.ts';

export { consumerSettings } from './config.ts';

/** The readers that share the log's partitions to fill ClickHouse. */
const group = 'tallyhouse-clickhouse';

export interface ConsumerDeps {
  log: Log;
  deadLetterLog: Log;
  clickhouse: ClickHouseClient;
  logger: Logger;
  clock: () => number;
  /** Called when reading has ended for good: the process should end, so that whoever runs it starts it anew. */
  onFatal: (error: unknown) => void;
}

export interface Consumer {
  /** Finishes the batches under way. The log and the client stay open. */
  close(): Promise<void>;
}

/** Begins to move pings from the log into ClickHouse. */
export async function startConsumer(deps: ConsumerDeps): Promise<Consumer> {
  const reader = deps.log.reader(group);
  const letters = deps.deadLetterLog.writer();
  const handler = createBatchHandler({
    insertPings: createInsert(deps.clickhouse),
    deadLetters: createDeadLetters(letters, deps.clickhouse, deps.logger, deps.clock),
  });
  await reader.consume(handler, deps.onFatal);
  return {
    async close() {
      await reader.close();
      await letters.close();
    },
  };
}

/** Serves the consumer's health. */
export function listenForHealth(
  address: { port: number; host: string },
  deps: Pick<ConsumerDeps, 'log' | 'clickhouse' | 'logger'>,
): Promise<Listening> {
  return listen(createServer(createApp(deps)), address.port, address.host);
}
