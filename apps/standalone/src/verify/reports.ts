import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { querySettings, startQuery } from '@tallyhouse/query';
import { type Logger, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';

/** The reports, requested over HTTP like by any client. */
export interface Reports {
  /** Requests a report. @throws an Error when the answer is not a 200 */
  ask(path: string, parameters: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

const hour = '3600';

/** Starts a query service of this process, with time limits for long periods. */
export async function startReports(deps: {
  clickhouse: ClickHouseClient;
  logger: Logger;
  dashboardFolder: string;
}): Promise<Reports> {
  const key = randomBytes(24).toString('base64url');
  const settings = readEnvironment(z.object(querySettings), {
    QUERY_PORT: '0',
    API_KEY: key,
    QUERY_MAX_SECONDS: hour,
    EXPORT_MAX_SECONDS: hour,
  });
  const service = await startQuery({ ...settings, HOST: '127.0.0.1' }, deps);
  return {
    async ask(path, parameters) {
      const address = `${service.url}/api/v1${path}?${new URLSearchParams(parameters)}`;
      const response = await fetch(address, { headers: { Authorization: `Bearer ${key}` } });
      if (response.status !== 200) {
        throw new Error(`${path} answers ${response.status}: ${(await response.text()).slice(0, 500)}`);
      }
      return response;
    },
    close: () => service.close(),
  };
}
