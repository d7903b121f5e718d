import { silenceOf } from './silence.ts';
import { readSites } from './site-rows.ts';
import type { Judge } from './verdict.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** No pings for some minutes, or for longer than the site's rhythm explains: the rule of the dashboard's list of sites. */
export const judgeSilent: Judge = async (watches, { ask, now }) => {
  const [lastDays, lastMonth] = await Promise.all([
    readSites(ask, { start: now - 2 * dayMs, end: now }),
    watches.some(({ rule }) => rule.threshold === undefined)
      ? readSites(ask, { start: now - 30 * dayMs, end: now })
      : undefined,
  ]);
  return watches.flatMap((watch) => {
    const row = lastDays.get(watch.site);
    if (row?.last_ping_at == null) return [];
    const { threshold } = watch.rule;
    const last = Date.parse(row.last_ping_at);
    const holds =
      threshold === undefined
        ? silenceOf(
            row,
            now,
            { start: now - 2 * dayMs, end: now, counts: row.sparkline },
            { start: now - 30 * dayMs, end: now, counts: lastMonth?.get(watch.site)?.sparkline ?? [] },
          ) !== undefined
        : now - last >= threshold * minuteMs;
    const value = Math.floor((now - last) / minuteMs);
    return { ...watch, holds, begin: last, value, expected: threshold ?? null };
  });
};
