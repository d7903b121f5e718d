import type { ClickHouseClient } from '@clickhouse/client';
import { type Listening, type Logger, listen } from '@tallyhouse/service';
import { createApp } from './app.ts';
import type { QueryConfig } from './config.ts';
import { createServer } from './server.ts';

export { type QueryConfig, querySettings } from './config.ts';

export interface QueryDeps {
  /** Stays the caller's to close. Reading rights are enough. */
  clickhouse: ClickHouseClient;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** Puts the service together and listens. @throws an Error that names a port that is taken */
export function startQuery(config: QueryConfig, deps: QueryDeps): Promise<Listening> {
  const app = createApp({
    clickhouse: deps.clickhouse,
    logger: deps.logger,
    clock: deps.clock ?? Date.now,
    keys: [config.API_KEY, config.ADMIN_PASSWORD],
    ingestUrl: config.PUBLIC_INGEST_URL,
  });
  return listen(createServer(app), config.QUERY_PORT, config.HOST);
}
