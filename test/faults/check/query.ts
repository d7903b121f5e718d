import type { ClickHouseClient } from '@clickhouse/client';
import { startQuery } from '@tallyhouse/query';
import { createLogger } from '@tallyhouse/service';
import { dashboardFolder, key, queryConfig } from '../../api/query-service.ts';

/** Where reports can be asked for. */
export interface Reporting {
  /**
   * Starts a query service on what is stored, with the rights of the query app.
   * @param now its current time, milliseconds since 1970
   */
  startQuery(now: number): Promise<{ url: string; stop(): Promise<void> }>;
}

/** On one server. */
export async function queryOf(clickhouse: ClickHouseClient, now: number) {
  const deps = { clickhouse, logger: createLogger('query', 'error'), dashboardFolder, clock: () => now };
  const { url, close } = await startQuery(queryConfig(), deps);
  return { url, stop: close };
}

export async function withQuery<T>(
  place: Reporting,
  now: number,
  use: (ask: (path: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const service = await place.startQuery(now);
  try {
    return await use(async (path) => {
      const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}\n${response.status} ${text}`);
      return text;
    });
  } finally {
    await service.stop();
  }
}
