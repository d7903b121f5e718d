import { grouped, inTurns } from '@tallyhouse/service';
import { z } from 'zod';
import { askFor, iso } from './ask.ts';
import { localTime } from './local-time.ts';
import { type Judge, rounded, type Situation, type Verdict, type Watch } from './verdict.ts';

const rows = z.array(z.object({ site: z.string(), pageviews: z.number() }));
/** An hour is judged this long after its end: its last pings may be on their way. */
const settleMs = 60_000;
const weeks = [1, 2, 3, 4];
const fewestExpected = 10;
/** The most that fit into an address. */
const sitesAtOnce = 100;

/** The pageviews of the last full hour, and the mean of that hour of that weekday in the previous four weeks. */
export const judgeChange: Judge = async (watches, situation) => {
  const verdicts: Verdict[] = [];
  // A few zones at a time: the queries of all at once would take every place of the reports.
  await inTurns(
    grouped(watches, ({ zone }) => zone),
    async ([zone, inZone]) => {
      const hour = localTime(situation.now - settleMs, zone)
        .startOf('hour')
        .minus({ hours: 1 });
      const [now, ...before] = await Promise.all(
        [0, ...weeks].map((ago) => viewsIn(hour.minus({ weeks: ago }).toMillis(), inZone, situation)),
      );
      for (const watch of inZone) {
        const value = now?.get(watch.site) ?? 0;
        const sum = before.reduce((all, views) => all + (views.get(watch.site) ?? 0), 0);
        const expected = sum / weeks.length;
        const { threshold = 0 } = watch.rule;
        const percent = (100 * (value - expected)) / expected;
        const differs = threshold < 0 ? percent <= threshold : percent >= threshold;
        const holds = expected >= fewestExpected && differs;
        verdicts.push({ ...watch, holds, value, expected: rounded(expected) });
      }
    },
  );
  return verdicts;
};

/** The pageviews of an hour by site. @param start milliseconds since 1970 */
async function viewsIn(start: number, watches: readonly Watch[], { ask }: Situation) {
  const views = new Map<string, number>();
  const ids = [...new Set(watches.map(({ site }) => site))];
  for (let from = 0; from < ids.length; from += sitesAtOnce) {
    const found = await askFor(ask, rows, '/query', {
      site_id: ids.slice(from, from + sitesAtOnce).join(','),
      dimensions: 'site',
      metrics: 'pageviews',
      start: iso(start),
      end: iso(start + 3_600_000),
      limit: '1000',
    });
    for (const { site, pageviews } of found) views.set(site, pageviews);
  }
  return views;
}
