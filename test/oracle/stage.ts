import type { PingRow } from '@tallyhouse/ping';
import { key, startQueryService } from '../api/query-service.ts';
import type { ResolvedRequest } from './reports/report.ts';
import type { ReportRequest } from './request/request.ts';
import { urlOf } from './request/url.ts';
import { settledDays } from './settled-days.ts';
import { readSite, type Site } from './site.ts';
import { type States, statesNow } from './states.ts';
import { now } from './traffic/anchors.ts';
import type { Traffic } from './traffic/traffic.ts';

/** Concurrent requests: no more than the service accepts. */
const atOnce = 4;

/** The query service, and a database for one traffic after the other, each with its own sites. */
export async function startStage() {
  const service = await startQueryService();
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

    /** Stores a traffic. @returns how to send requests about it */
    async store({ pings, batches, settling, replay }: Traffic) {
      const prefix = `run-${++stored}`;
      const rename = (site: string) => `${prefix}.${site}`;
      const days = settledDays(service.database.client, pings, settling);
      const insert = (batch: PingRow[]) =>
        service.insert(batch.map((ping) => ({ ...ping, site_id: rename(ping.site_id) })));
      const read = (site: string) =>
        readSite(
          rename(site),
          pings.filter((ping) => ping.site_id === site),
        );
      const own = { a: read('a'), b: read('b') };
      for (const [index, batch] of batches.entries()) {
        await insert(batch);
        await days.afterBatch(batches.length - 1 - index);
      }
      if (settling.neglected) await days.neglect();
      sites.push(...Object.values(own).filter((site) => site.lastPingAt !== undefined));
      return {
        /** The response bodies. */
        async send(requests: ReportRequest[]): Promise<string[]> {
          const paths = requests.map((request) => urlOf(request, rename(request.site)));
          const answers: string[] = [];
          for (let from = 0; from < paths.length; from += atOnce) {
            answers.push(...(await Promise.all(paths.slice(from, from + atOnce).map(answer))));
          }
          return answers;
        },
        /** The request as the definitions need it. */
        resolve({ limit = 20, offset = 0, ...rest }: ReportRequest): ResolvedRequest {
          return { ...rest, site: own[rest.site], sites, limit, offset, now };
        },
        /** The states in which the days of these requests are now. */
        async states(requests: ReportRequest[]): Promise<States[]> {
          const statesOf = statesNow(service.database.reader);
          return Promise.all(requests.map((request) => statesOf(request, own[request.site])));
        },
        /** Stores everything once more, in another order. */
        async replay(): Promise<void> {
          for (const batch of replay) await insert(batch);
        },
        /** Rebuilds some days of the settled tables. */
        rebuild: days.rebuild,
      };
    },
  };
}

export type Stage = Awaited<ReturnType<typeof startStage>>;
