import type { ClickHouseClient } from '@clickhouse/client';
import type { PingRow } from '@tallyhouse/ping';
import { type ListedSites, noSites } from '@tallyhouse/sites';
import { key, startQueryService } from '../api/query-service.ts';
import { insertCrawls } from '../harness/crawls.ts';
import { byBytes } from './order.ts';
import type { ResolvedRequest } from './reports/report.ts';
import type { ReportRequest } from './request/request.ts';
import { urlOf } from './request/url.ts';
import { settledDays } from './settled-days.ts';
import { readSite, type Site } from './site.ts';
import { statesOf } from './states.ts';
import { now } from './traffic/anchors.ts';
import { crawlsOf } from './traffic/crawls.ts';
import { hash } from './traffic/id.ts';
import type { Traffic } from './traffic/traffic.ts';
import { unhurried } from './unhurried.ts';

/** Concurrent requests: as many as the service accepts. */
const atOnce = 4;

/** A query service, and the servers that have its rows. */
export interface Place {
  url: string;
  /** Clients of the servers with all rights. */
  clients: readonly ClickHouseClient[];
  /** Clients that only read. */
  readers: readonly ClickHouseClient[];
  /** Stores each ping on its server. */
  insert(pings: PingRow[]): Promise<void>;
  stop(): Promise<void>;
}

async function startPlace(listed: ListedSites): Promise<Place> {
  const service = await startQueryService(unhurried, () => now, listed);
  const { client, reader } = service.database;
  const { url, insert, stop } = service;
  return { url, clients: [client], readers: [reader], insert, stop };
}

/** The query service, and a database for one traffic after another, each with its own sites. */
export async function startStage(start: (listed: ListedSites) => Promise<Place> = startPlace) {
  const groups = new Map<string, string[]>();
  const service = await start({ ...noSites, groups });
  const everyPing: PingRow[] = [];
  const sites: Site[] = [];
  let stored = 0;

  async function answer(path: string): Promise<string> {
    const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}\n${response.status} ${text}`);
    return text;
  }

  return {
    stop: service.stop,

    /** Stores a traffic. @returns a way to send requests about it */
    async store({ pings, batches, settling, replay }: Traffic) {
      const prefix = `run-${++stored}`;
      const rename = (site: string) => `${prefix}.${site}`;
      const renamed = (batch: PingRow[]) =>
        batch.map((ping): PingRow => ({ ...ping, site_id: rename(ping.site_id) }));
      // Each server settles its own days.
      const days = service.clients.map((client, index) =>
        settledDays(client, pings, { ...settling, salt: settling.salt + index }),
      );
      const onEach = (act: (server: ReturnType<typeof settledDays>) => Promise<void>) =>
        Promise.all(days.map(act));
      // Requests are spread over servers, wherever the pageview is.
      const insert = async (batch: PingRow[]) => {
        const crawls = crawlsOf(renamed(batch));
        const { clients } = service;
        await Promise.all([
          service.insert(renamed(batch)),
          ...clients.map((client, index) =>
            insertCrawls(
              client,
              crawls.filter(({ id }) => Number.parseInt(hash(id).slice(0, 4), 16) % clients.length === index),
            ),
          ),
        ]);
      };
      const read = (ids: string[]) =>
        readSite(
          ids,
          everyPing.filter(({ site_id }) => ids.includes(site_id)),
        );
      everyPing.push(...renamed(pings));
      const both = ['b', 'a'].map(rename);
      groups.set(rename('both'), both);
      for (const [index, batch] of batches.entries()) {
        await insert(batch);
        await onEach((server) => server.afterBatch(batches.length - 1 - index));
      }
      if (settling.neglected) await onEach((server) => server.neglect());
      // By default, reports name few changed sessions and look up many.
      if (settling.salt % 2 === 0)
        await Promise.all(service.clients.map((client) => noteManyChanges(client, both)));
      sites.push(...both.map((id) => read([id])).filter((site) => site.lastPingAt !== undefined));
      const everySite = sites.flatMap(({ ids }) => ids).sort(byBytes);
      const idsOf = ({ site }: ReportRequest) =>
        site === 'every' ? everySite : site === 'group' ? both : [...new Set(site.map(rename))];
      const known = new Map<string, Site>();
      const siteOf = (request: ReportRequest) => {
        const key = idsOf(request).join();
        const site = known.get(key) ?? read(idsOf(request));
        known.set(key, site);
        return site;
      };
      /** `site_id` in the request. */
      const textOf = ({ site }: ReportRequest) =>
        site === 'every' ? '*' : site === 'group' ? `@${rename('both')}` : site.map(rename).join();
      /** Filters on sites use the names in this database. */
      const withNames = (request: ReportRequest): ReportRequest => ({
        ...request,
        filters: request.filters.map((filter) =>
          filter.dimension === 'site' && filter.operator.endsWith(':')
            ? { ...filter, values: filter.values.map(rename) }
            : filter,
        ),
      });
      return {
        async send(requests: ReportRequest[]): Promise<string[]> {
          const paths = requests.map((request) => urlOf(withNames(request), textOf(request)));
          const answers: string[] = [];
          for (let from = 0; from < paths.length; from += atOnce) {
            answers.push(...(await Promise.all(paths.slice(from, from + atOnce).map(answer))));
          }
          return answers;
        },
        /** The request as the definitions need it. */
        resolve(request: ReportRequest): ResolvedRequest {
          const { limit = 20, offset = 0, ...rest } = withNames(request);
          const asked = {
            text: textOf(request),
            several: typeof rest.site === 'string' || rest.site.length > 1,
          };
          return { ...rest, asked, site: siteOf(request), sites, limit, offset, now };
        },
        /** The current states of the days that have pings. */
        async states() {
          const each = service.readers.map((reader) => statesOf(reader, read(both)));
          return new Set((await Promise.all(each)).flat());
        },
        /** Stores everything again in another order. */
        async replay(): Promise<void> {
          for (const batch of replay) await insert(batch);
        },
        rebuild: async () => void (await onEach((server) => server.rebuild())),
      };
    },
  };
}

/** More changed sessions than reports name, outside the time of any request. */
async function noteManyChanges(client: ClickHouseClient, sites: readonly string[]): Promise<void> {
  await client.command({
    query: `
      insert into changed_sessions
      select
          arrayJoin({sites:Array(String)}) as site_id,
          toStartOfFiveMinutes(now('UTC')) as changed_from,
          toDateTime('2020-01-01 00:00:00', 'UTC') as session_hour,
          generateUUIDv4(number) as session_id,
          generateUUIDv4(number + 1000) as visitor_id,
          now64(3, 'UTC') as changed_at
      from numbers(101)`,
    query_params: { sites },
    clickhouse_settings: { async_insert: 0 },
  });
}

export type Stage = Awaited<ReturnType<typeof startStage>>;
