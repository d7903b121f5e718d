import { createLogger } from '@tallyhouse/service';
import { type ListedSites, noKeys } from '@tallyhouse/sites';
import { readConfig } from '../../apps/query/src/config.ts';
import { startQuery } from '../../apps/query/src/start.ts';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { Description } from './described.ts';

export const key = 'the-key-of-the-tests';
/** The folder into which the global set-up builds the dashboard. */
export const dashboardFolder = 'dist/dashboard';
/** The present time of the service in tests: a Saturday, 10:15 UTC. */
export const now = Date.parse('2026-11-21T10:15:00.000Z');

export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** The settings of a service for tests; an environment overrides them. */
export function queryConfig(environment: NodeJS.ProcessEnv = {}) {
  return readConfig({
    QUERY_PORT: '0',
    HOST: '127.0.0.1',
    API_KEY: key,
    ADMIN_PASSWORD: 'the password of the tests',
    GEOIP_DB: 'off',
    CLICKHOUSE_URL: 'http://127.0.0.1:1', // the client comes from the test
    ...environment,
  });
}

/**
 * The query service on its own migrated database, read with the rights of the real service.
 * @param clock the present time, milliseconds since 1970
 * @param listed what a sites file says
 */
export async function startQueryService(
  environment: NodeJS.ProcessEnv = {},
  clock = () => now,
  listed?: ListedSites,
) {
  const database = await createTestDatabase();
  const logger = createLogger('test', 'error');
  const service = await startQuery(queryConfig(environment), {
    clickhouse: database.reader,
    logger,
    dashboardFolder,
    clock,
    siteFiles: listed && { sites: () => listed, keys: () => noKeys, close() {} },
  });

  const description = new Description(await (await fetch(`${service.url}/openapi.json`)).json());

  /** Checks each response of an endpoint against the API's description. */
  async function request(path: string, init: RequestInit = {}): Promise<Answered> {
    const response = await fetch(`${service.url}${path}`, init);
    const text = await response.text();
    const { status, headers } = response;
    const contentType = headers.get('content-type') ?? '';
    const body = contentType.startsWith('application/json') && text ? JSON.parse(text) : text;
    if ((init.method ?? 'GET') === 'GET') {
      description.check(path.replace(/\?.*/s, ''), status, contentType, body);
    }
    return { status, headers, body };
  }

  return {
    url: service.url,
    database,
    /** Any request, unchanged. */
    request,
    /** A report, requested with the key. A parameter with a list is sent once for each of its texts. */
    async report(path: string, parameters: Record<string, string | string[]> = {}): Promise<Answered> {
      const pairs = Object.entries(parameters).flatMap(([name, sent]) =>
        [sent].flat().map((text): [string, string] => [name, text]),
      );
      const query = new URLSearchParams(pairs).toString();
      const address = `/api/v1${path}${query && `?${query}`}`;
      return request(address, { headers: { authorization: `Bearer ${key}` } });
    },
    insert: (pings: Parameters<typeof insertPings>[1]) => insertPings(database.client, pings),
    async stop() {
      await service.close();
      await database.drop();
    },
  };
}

export type QueryService = Awaited<ReturnType<typeof startQueryService>>;

/** A moment some minutes before the present. */
export const minutesAgo = (minutes: number) => now - minutes * 60_000;
export const hoursAgo = (hours: number) => minutesAgo(hours * 60);

/** The ids of one visit, created when it began. */
export function visit(at: number, visitor = uuid7(at)) {
  return { visitor_id: visitor, session_id: uuid7(at) };
}
