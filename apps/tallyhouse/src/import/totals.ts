import { setTimeout as sleep } from 'node:timers/promises';
import { findServers, requireAll } from '@tallyhouse/cluster';
import type { Totals } from '@tallyhouse/import';
import type { LogReader } from '@tallyhouse/log';
import { atEnd, closing, type Logger } from '@tallyhouse/service';
import type { Reports } from '@tallyhouse/verify';
import { z } from 'zod';
import { beside } from '../beside.ts';
import { openReportShards, type reportSettings, startReports } from '../reports.ts';

const lookAgainMs = 250;
/** How long nothing may be stored before the wait ends. */
const patienceMs = 60_000;

export interface TotalsDeps {
  config: z.output<z.ZodObject<typeof reportSettings>>;
  logger: Logger;
  reader: Pick<LogReader, 'lag'>;
  signal: AbortSignal;
}

/** Waits until the log is stored, and reads the reports. @throws an Error when the consumer or ClickHouse is not running */
export async function askTotals(
  { config, logger, reader, signal }: TotalsDeps,
  site: string,
  from: number,
  to: number,
): Promise<Totals> {
  await using servers = closing(await findServers(config, logger));
  const shards = openReportShards(config, logger);
  await using _shards = atEnd(() => shards?.close());
  await requireAll(servers);
  await untilStored(reader, signal);
  const { dashboardFolder } = beside;
  await using reports = closing(await startReports({ servers, shards, logger, dashboardFolder }));
  const range = { site_id: site, start: new Date(from).toISOString(), end: new Date(to).toISOString() };
  const { data } = overview.parse(await (await reports.ask('/overview', range)).json());
  return {
    pageviews: data.pageviews,
    visits: data.sessions,
    visitors: data.unique_visitors,
    events: await eventsOf(reports, range),
  };
}

const overview = z.object({
  data: z.object({ pageviews: z.number(), sessions: z.number(), unique_visitors: z.number() }),
});
const events = z.object({
  meta: z.object({ total: z.number() }),
  data: z.array(z.object({ events: z.number() })),
});

async function eventsOf(reports: Reports, range: Record<string, string>): Promise<number> {
  const limit = 100;
  let [sum, offset, total] = [0, 0, 1];
  while (offset < total) {
    const page = { ...range, limit: String(limit), offset: String(offset) };
    const { meta, data } = events.parse(await (await reports.ask('/events', page)).json());
    sum += data.reduce((all, row) => all + row.events, 0);
    total = meta.total;
    offset += limit;
  }
  return sum;
}

/** Live pings keep arriving: it waits for the messages that are in the log now. */
async function untilStored(reader: TotalsDeps['reader'], signal: AbortSignal): Promise<void> {
  const ends = new Map((await reader.lag()).map(({ partition, end }) => [partition, end]));
  let least = Number.POSITIVE_INFINITY;
  let leastAt = Date.now();
  for (;;) {
    const waiting = (await reader.lag()).reduce((sum, { partition, committed }) => {
      const end = ends.get(partition) ?? 0n;
      return end > committed ? sum + Number(end - committed) : sum;
    }, 0);
    if (waiting === 0) return;
    if (waiting < least) [least, leastAt] = [waiting, Date.now()];
    if (signal.aborted) throw new Error('ended early.');
    if (Date.now() - leastAt > patienceMs) {
      throw new Error(
        `the consumer has yet to store ${waiting.toLocaleString('en')} messages, and stored none for a minute.`,
      );
    }
    await sleep(lookAgainMs);
  }
}
