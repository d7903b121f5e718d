import type { ClickHouseClient } from '@clickhouse/client';
import { createLogger } from '@tallyhouse/service';
import { startQuery } from '../../../apps/query/src/start.ts';
import { dashboardFolder, key, queryConfig } from '../../api/query-service.ts';

/**
 * Requests reports over HTTP from a query service on a test's database.
 * @param now the current time of the service, milliseconds since 1970
 */
export async function withQuery<T>(
  clickhouse: ClickHouseClient,
  now: number,
  use: (ask: (path: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const logger = createLogger('query', 'error');
  const service = await startQuery(queryConfig(), {
    clickhouse,
    logger,
    dashboardFolder,
    clock: () => now,
  });
  try {
    return await use(async (path) => {
      const response = await fetch(`${service.url}${path}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}\n${response.status} ${text}`);
      return text;
    });
  } finally {
    await service.close();
  }
}
