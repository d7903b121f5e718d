import { silenceOf } from './silence.ts';
import { readSites } from './site-rows.ts';
import type { Judge } from './verdict.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const twoDaysMs = 48 * hourMs;
const monthMs = 30 * 24 * hourMs;

/** No pings for some minutes, or for longer than the site's rhythm explains: the rule of the dashboard's list of sites. */
export const judgeSilent: Judge = async (watches, { ask, now }) => {
  const [lastDays, lastMonth] = await Promise.all([
    readSites(ask, { start: now - twoDaysMs, end: now }),
    watches.some(({ rule }) => rule.threshold === undefined)
      ? readSites(ask, { start: now - monthMs, end: now })
      : undefined,
  ]);
  return watches.flatMap((watch) => {
    const row = lastDays.get(watch.site);
    if (row?.last_ping_at == null) return [];
    const { threshold } = watch.rule;
    const last = Date.parse(row.last_ping_at);
    const month = lastMonth?.get(watch.site)?.sparkline ?? [];
    const holds =
      threshold === undefined
        ? silenceOf(
            row,
            now,
            { start: now - twoDaysMs, end: now, counts: row.sparkline },
            { start: now - monthMs, end: now, counts: month },
          ) !== undefined
        : now - last >= threshold * minuteMs;
    const value = Math.floor((now - last) / minuteMs);
    return { ...watch, holds, begin: last, value, expected: threshold ?? null };
  });
};
