import type { ClickHouseClient } from '@clickhouse/client';
import type { Log } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import type { Check } from './check.ts';
import { createPage } from './page.ts';
import { periodOf } from './period.ts';
import { startReports } from './reports.ts';
import { verify } from './verify.ts';
import { many } from './words.ts';

export interface CompareDeps {
  clickhouse: ClickHouseClient;
  log: Log;
  /** The built dashboard: the query service does not start without it. */
  dashboardFolder: string;
  database: string;
  logger: Logger;
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
}

/**
 * Runs the checks over a period and prints what differs.
 * @param period milliseconds since 1970; `from` undefined: from the first ping
 * @returns whether nothing differs
 */
export async function compare(
  checks: readonly Check[],
  period: { from: number | undefined; to: number },
  { clickhouse, log, dashboardFolder, database, logger, output }: CompareDeps,
): Promise<boolean> {
  const say = (text: string) => output.write(`${text}\n`);
  const reports = await startReports({ clickhouse, logger, dashboardFolder });
  try {
    const { range, keptSince } = await periodOf(clickhouse, period, Date.now());
    const [from, to] = [range.from, range.to].map((at) => new Date(at).toISOString());
    say(`Database ${database}, from ${from} to ${to}`);
    if (keptSince > range.from)
      say(`Raw pings are kept since ${new Date(keptSince).toISOString()}: older data cannot be checked.`);
    say('');
    const page = createPage(output, Date.now);
    const differing = await verify(checks, { clickhouse, log, reports, range, keptSince }, page);
    say(
      differing === 0
        ? '\nNothing differs.'
        : `\n${many(differing, 'thing')} above differ${differing === 1 ? 's' : ''}.`,
    );
    return differing === 0;
  } finally {
    await reports.close();
  }
}
