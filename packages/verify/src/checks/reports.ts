import { select } from '@tallyhouse/clickhouse';
import { type Finding, many } from '@tallyhouse/service';
import { sql } from '@tallyhouse/sql';
import { z } from 'zod';
import type { Check, Subject } from '../check.ts';
import { countRows, sumOfRows } from './rows.ts';

/** Checks that the reports of a site agree on its numbers of pageviews and sessions. */
export const checkReports: Check = async (subject) => {
  const stored = await Promise.all(
    subject.servers.map(({ client }) =>
      select(client, sql`select distinct site_id from sessions`, z.object({ site_id: z.string() })),
    ),
  );
  const sites = [...new Set(stored.flat().map(({ site_id }) => site_id))].sort();
  const findings: Finding[] = [];
  for (const [index, site] of sites.entries()) {
    subject.progress(`reports: site ${index + 1} of ${sites.length}`);
    findings.push(await checkSite(subject, site));
  }
  return findings;
};

const overviewBody = z.object({ data: z.object({ pageviews: z.number(), sessions: z.number() }) });
const seriesBody = z.object({ data: z.array(z.object({ pageviews: z.number(), sessions: z.number() })) });

async function checkSite({ reports, range }: Subject, site: string): Promise<Finding> {
  const parameters = {
    site_id: site,
    start: new Date(range.from).toISOString(),
    end: new Date(range.to).toISOString(),
  };
  const json = async (path: string, more: Record<string, string> = {}): Promise<unknown> =>
    (await reports.ask(path, { ...parameters, ...more })).json();
  const rows = (path: string) => reports.ask(path, { ...parameters, format: 'jsonl', raw: '1' });

  const overview = overviewBody.parse(await json('/overview')).data;
  const series = seriesBody.parse(await json('/pageviews-over-time', { granularity: 'month' })).data;
  const sum = (of: 'pageviews' | 'sessions') => series.reduce((total, bucket) => total + bucket[of], 0);
  return {
    name: `reports of ${site}`,
    compared: `${many(overview.pageviews, 'pageview')}, ${many(overview.sessions, 'session')} in reports and exports`,
    differences: [
      ...disagreement('pageviews', {
        '/overview': overview.pageviews,
        '/pageviews-over-time': sum('pageviews'),
        '/export/pageviews': await countRows(await rows('/export/pageviews')),
        '/export/pages': await sumOfRows(await rows('/export/pages'), 'views'),
      }),
      ...disagreement('sessions', {
        '/overview': overview.sessions,
        '/pageviews-over-time': sum('sessions'),
        '/export/sessions': await countRows(await rows('/export/sessions')),
      }),
    ],
  };
}

/** A line with all counts, if they differ. */
export function disagreement(what: string, counts: Readonly<Record<string, number>>): string[] {
  if (new Set(Object.values(counts)).size <= 1) return [];
  const each = Object.entries(counts).map(([path, count]) => `${path} ${count.toLocaleString('en')}`);
  return [`${what} differ: ${each.join(', ')}`];
}
