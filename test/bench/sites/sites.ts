import { sqlTime } from '@tallyhouse/clickhouse';
import { fill } from '../fill/fill.ts';
import { settle } from '../fill/settle.ts';
import type { Line } from '../line.ts';
import rawOverview from '../reports/raw/overview.sql';
import { expectSameAnswer } from '../reports/same-answer.ts';
import { ms, timeOf, withinTarget } from '../reports/timing.ts';
import { startService } from '../service.ts';
import rawSites from './raw-sites.sql';

const sites = 1000;
const warmUps = 3;

export interface SitesRounds {
  /** Of all sites, in 30 days. */
  pageviews: number;
  /** How many of the newest days are settled. */
  settledDays: number;
  /** How often each report is timed. */
  asked: number;
}

interface Question {
  name: string;
  path: string;
  raw: string;
  mostMs: number;
}

const questions: Question[] = [
  { name: 'the list of sites, with sparklines', path: '/sites?limit=all&', raw: rawSites, mostMs: 200 },
  {
    name: 'overview of every site',
    path: '/overview?site_id=*&',
    raw: rawOverview.replaceAll('site_id = {site_id:String}', 'true'),
    mostMs: 150,
  },
  {
    name: 'overview of 500 sites',
    path: `/overview?site_id=${Array.from({ length: 500 }, (_, index) => siteName(index + 1)).join()}&`,
    raw: rawOverview.replaceAll(
      'site_id = {site_id:String}',
      `site_id in ('${Array.from({ length: 500 }, (_, index) => siteName(index + 1)).join("','")}')`,
    ),
    mostMs: 150,
  },
];

/** As pings.sql names them, from 1. */
function siteName(number: number): string {
  return `site-${`${number}`.padStart(4, '0')}`;
}

/**
 * Times reports about a thousand sites as one, after comparing each answer with the same from raw pings.
 * @param folder the DATA_DIR of the service
 */
export async function measureSites(
  folder: string,
  { pageviews, settledDays, asked }: SitesRounds,
  say: (text: string) => void,
): Promise<Line[]> {
  const service = await startService(folder);
  try {
    const filled = await fill(service, { pageviews, days: 30, threads: 2, sites }, (share) =>
      say(`filling ${sites} sites: ${Math.round(share * 100)} %`),
    );
    await settle(service, settledDays, say);
    const lines: Line[] = [];
    for (const { name, path, raw, mostMs } of questions) {
      // Each time of another range, so that no answer comes from a cache.
      const ask = (shiftMs: number) =>
        service.report(
          `${path}start=${new Date(filled.start + shiftMs).toISOString()}&end=${new Date(filled.end).toISOString()}`,
        );
      const range = { start: sqlTime(filled.start), end: sqlTime(filled.end) };
      expectSameAnswer(name, await ask(0), await service.query(raw, range));
      const p95Ms = await timeOf({ warmUps, asked }, ask);
      say(`${name}: ${ms(p95Ms)} ms`);
      const what = `${name}, 30 days of ${sites.toLocaleString('en')} sites`;
      lines.push(withinTarget('sites', what, p95Ms, mostMs));
    }
    return lines;
  } finally {
    await service.stop();
  }
}
