import type { ClickHouseClient } from '@clickhouse/client';
import { singleServer } from '@tallyhouse/cluster';
import type { Log } from '@tallyhouse/log';
import { createLogger, createPage } from '@tallyhouse/service';
import { startReports } from '@tallyhouse/tallyhouse/reports';
import { type Check, checkReports, checkSettled, checks, periodOf, verify } from '@tallyhouse/verify';
import { dashboardFolder } from '../api/query-service.ts';
import { printed } from '../harness/printed.ts';

/** All checks except those of settled days and reports, which take most of the time. */
export const checksOfRows = checks.filter((check) => check !== checkSettled && check !== checkReports);

export interface Verified {
  /** How many checks found differences. */
  differing: number;
  /** The lines that the command prints, and those about differences. */
  lines: string[];
  different: string[];
}

/** Runs checks, over everything unless a period is given. */
export async function verified(
  client: ClickHouseClient,
  log: Log,
  checks: readonly Check[],
  { from, to = Date.now() }: { from?: number; to?: number } = {},
): Promise<Verified> {
  const { output, text } = printed();
  const servers = singleServer(client);
  const logger = createLogger('test', 'silent');
  const place = { servers: servers.all, shards: undefined };
  const reports = await startReports({ servers, shards: undefined, logger, dashboardFolder });
  try {
    const period = await periodOf(servers.all, { from, to }, Date.now());
    const page = createPage(output, Date.now);
    const differing = await verify(checks, { ...place, log, reports, ...period }, page, 1);
    const lines = text().trimEnd().split('\n');
    return { differing, lines, different: lines.filter((line) => !line.startsWith('ok')) };
  } finally {
    await reports.close();
  }
}
