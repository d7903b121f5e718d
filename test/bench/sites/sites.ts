import { sqlTime } from '@tallyhouse/clickhouse';
import type { Filled } from '../fill/fill.ts';
import type { Line } from '../line.ts';
import rawOverview from '../reports/raw/overview.sql';
import { expectSameAnswer } from '../reports/same-answer.ts';
import { ms, timeOf, withinTarget } from '../reports/timing.ts';
import type { Service } from '../service.ts';
import rawSites from './raw-sites.sql';

/** How many the traffic is of. */
export const sites = 1000;
const warmUps = 3;

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
 * @param asked how often each report is timed
 */
export async function measureSites(
  service: Service,
  filled: Filled,
  asked: number,
  say: (text: string) => void,
): Promise<Line[]> {
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
}
