import type { Servers } from '@tallyhouse/cluster';
import type { Log } from '@tallyhouse/log';
import { closing, createPage, many } from '@tallyhouse/service';
import type { Check, ReadShards, Reports } from './check.ts';
import { periodOf } from './period.ts';
import { verify } from './verify.ts';

export interface CompareDeps {
  /** The servers that store pings. */
  servers: Pick<Servers, 'all'>;
  /** The same for reports; undefined for a single server. */
  shards?: ReadShards | undefined;
  /** Starts the reports of these servers. */
  startReports(): Promise<Reports>;
  log: Log;
  database: string;
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
}

/** The parts of names such as `shard 2: settled_pageviews`. */
const widthWithShards = 27;

/**
 * Runs the checks over a period and prints what differs.
 * @param period milliseconds since 1970; `from` undefined: from the first ping
 * @returns whether nothing differs
 */
export async function compare(
  checks: readonly Check[],
  period: { from: number | undefined; to: number },
  { servers, shards, log, startReports, database, output }: CompareDeps,
): Promise<boolean> {
  const say = (text: string) => output.write(`${text}\n`);
  await using reports = closing(await startReports());
  const { range, keptSince } = await periodOf(servers.all, period, Date.now());
  const [from, to] = [range.from, range.to].map((at) => new Date(at).toISOString());
  const where = shards === undefined ? '' : ` on ${many(servers.all.length, 'shard')}`;
  say(`Database ${database}${where}, from ${from} to ${to}`);
  if (keptSince > range.from)
    say(`Raw pings are kept since ${new Date(keptSince).toISOString()}: older data cannot be checked.`);
  say('');
  const page = createPage(output, Date.now, shards === undefined ? undefined : widthWithShards);
  const subject = { servers: servers.all, shards, log, reports, range, keptSince };
  const differing = await verify(checks, subject, page);
  say(
    differing === 0
      ? '\nNothing differs.'
      : `\n${many(differing, 'thing')} above differ${differing === 1 ? 's' : ''}.`,
  );
  return differing === 0;
}
