import type { ClickHouseClient } from '@clickhouse/client';
import type { Log } from '@tallyhouse/log';
import { errorHandler, healthRoutes, type Logger, notFound, requestId } from '@tallyhouse/service';
import express, { type Express } from 'express';

/** The consumer's HTTP side: health only. */
export function createApp({
  log,
  clickhouse,
  logger,
}: {
  log: Log;
  clickhouse: ClickHouseClient;
  logger: Logger;
}): Express {
  const writer = log.writer();
  return express()
    .disable('x-powered-by')
    .use(requestId)
    .use(
      healthRoutes({
        log: () => writer.check(),
        clickhouse: async () => {
          const { success } = await clickhouse.ping();
          if (!success) throw new Error('ClickHouse does not answer');
        },
      }),
    )
    .use(notFound)
    .use(errorHandler(logger));
}
