import { randomBytes } from 'node:crypto';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { startQuery } from '@tallyhouse/query';
import { createLogger } from '@tallyhouse/service';
import { type ListedSites, noKeys } from '@tallyhouse/sites';
import { z } from 'zod';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { shared } from '../harness/shared/ask.ts';
import { Description } from './described.ts';
import { dashboardFolder, key, now, queryConfig } from './query-config.ts';

export { hoursAgo, minutesAgo, visit } from './moments.ts';
export { dashboardFolder, key, now, queryConfig };

export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

const logger = createLogger('test', 'error');

/** How the sites of a test file are called in the service: as they are, unless it is shared. */
interface Names {
  /** In front of each site's id. */
  prefix: string;
}

/**
 * Sends requests to a query service and checks each response against the API's description.
 * @param names removed from the responses again
 */
async function caller(url: string, { prefix }: Names) {
  const description = new Description(await (await fetch(`${url}/openapi.json`)).json());
  const plain = (text: string) => (prefix === '' ? text : text.replaceAll(prefix, ''));

  async function request(path: string, init: RequestInit = {}): Promise<Answered> {
    const response = await fetch(`${url}${path}`, init);
    const text = plain(await response.text());
    const { status, headers } = response;
    const contentType = headers.get('content-type') ?? '';
    const body = contentType.startsWith('application/json') && text ? JSON.parse(text) : text;
    if ((init.method ?? 'GET') === 'GET') {
      description.check(path.replace(/\?.*/s, ''), status, contentType, body);
    }
    return { status, headers, body };
  }

  /** The address of a report below the service's. A parameter with a list is sent once for each of its texts. */
  function addressOf(path: string, parameters: Record<string, string | string[]> = {}): string {
    const sent =
      prefix === '' ? parameters : { ...parameters, site_id: ofFile(parameters['site_id'] ?? 'blog') };
    const pairs = Object.entries(sent).flatMap(([name, texts]) =>
      [texts].flat().map((text): [string, string] => [name, text]),
    );
    const query = new URLSearchParams(pairs).toString();
    return `/api/v1${path}${query && `?${query}`}`;
  }

  const ofFile = (sites: string | string[]) =>
    [sites].flat().map((list) => list.replace(/[^,]+/g, (site) => `${prefix}${site}`));

  return {
    url,
    /** Any request, unchanged. */
    request,
    addressOf,
    /** A report, requested with the key. */
    report: (path: string, parameters?: Record<string, string | string[]>): Promise<Answered> =>
      request(addressOf(path, parameters), { headers: { authorization: `Bearer ${key}` } }),
  };
}

/**
 * A query service of the test file's own, on its own migrated database, read with the rights of the real service.
 * @param clock the present time, milliseconds since 1970
 * @param listed what a sites file says
 */
export async function startQueryService(
  environment: NodeJS.ProcessEnv = {},
  clock = () => now,
  listed?: ListedSites,
) {
  const database = await createTestDatabase();
  const service = await startQuery(queryConfig(environment), {
    clickhouse: database.reader,
    logger,
    dashboardFolder,
    clock,
    siteFiles: listed && { sites: () => listed, keys: () => noKeys, close() {} },
  });
  return {
    ...(await caller(service.url, { prefix: '' })),
    database,
    insert: (pings: Parameters<typeof insertPings>[1]) => insertPings(database.client, pings),
    async stop() {
      await service.close();
      await database.drop();
    },
  };
}

export type QueryService = Awaited<ReturnType<typeof startQueryService>>;

/**
 * The query service that test files share, for those that ask about named sites and change no settings. A file's sites have
 * names of their own there: `insert` and `report` put a prefix in front of each, and responses come without it.
 */
export async function joinQueryService() {
  const { url, database } = z.object({ url: z.string(), database: z.string() }).parse(await shared('query'));
  const client = createClickHouse({ url: process.env['TEST_CLICKHOUSE_URL'] ?? '', database }, logger);
  const prefix = `t${randomBytes(5).toString('hex')}.`;
  return {
    ...(await caller(url, { prefix })),
    insert: (pings: Parameters<typeof insertPings>[1]) =>
      insertPings(
        client,
        pings.map((ping) => ({ ...ping, site_id: `${prefix}${ping.site_id ?? 'blog'}` })),
      ),
    stop: () => client.close(),
  };
}

export type SharedQueryService = Awaited<ReturnType<typeof joinQueryService>>;
