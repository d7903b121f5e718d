import { sqlTime } from '@tallyhouse/clickhouse';
import type { Filled } from '../fill/fill.ts';
import { type Line, p95Line, type Target } from '../line.ts';
import rawOverview from '../reports/raw/overview.sql';
import { expectSameAnswer } from '../reports/same-answer.ts';
import { timeOf } from '../reports/timing.ts';
import type { Service } from '../service.ts';
import type { Sizes } from '../sizes.ts';
import { grouped } from '../statistics.ts';
import { targets } from '../targets.ts';
import rawSites from './raw-sites.sql';

export const sites = 1000;

interface Question {
  name: string;
  path: string;
  raw: string;
  target: Target;
}

/** As in pings.sql. */
const some = Array.from({ length: 500 }, (_, index) => `site-${`${index + 1}`.padStart(4, '0')}`);
const overviewOf = (condition: string) => rawOverview.replaceAll('site_id = {site_id:String}', condition);

const questions: Question[] = [
  {
    name: 'the list of sites, with sparklines',
    path: '/sites?limit=all&',
    raw: rawSites,
    target: targets.sites,
  },
  {
    name: 'overview of every site',
    path: '/overview?site_id=*&',
    raw: overviewOf('true'),
    target: targets.overviewOfSites,
  },
  {
    name: 'overview of 500 sites',
    path: `/overview?site_id=${some.join()}&`,
    raw: overviewOf(`site_id in ('${some.join("','")}')`),
    target: targets.overviewOfSites,
  },
];

/** Times reports about a thousand sites together, after comparing each response with the result from raw pings. */
export async function measureSites(service: Service, filled: Filled, times: Sizes['sites']): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { name, path, raw, target } of questions) {
    // Another range each time, so that no response is cached.
    const ask = (shiftMs: number) =>
      service.report(
        `${path}start=${new Date(filled.start + shiftMs).toISOString()}&end=${new Date(filled.end).toISOString()}`,
      );
    const range = { start: sqlTime(filled.start), end: sqlTime(filled.end) };
    expectSameAnswer(name, await ask(0), await service.query(raw, range));
    const p95Ms = await timeOf(times, ask);
    lines.push(p95Line(`${name}, 30 days of ${grouped(sites)} sites`, p95Ms, target));
  }
  return lines;
}
