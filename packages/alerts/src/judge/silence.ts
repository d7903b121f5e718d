const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** At least this many pageviews must be missing. A site with a fifth of its visitors on Saturdays would still have had six. */
export const due = 30;

/** Pageviews in equal parts of a range. Times are milliseconds since 1970. */
export interface Counts {
  start: number;
  end: number;
  counts: readonly number[];
}

/**
 * Whether a site is silent for longer than its own rhythm explains: 30 pageviews or more were expected since its last ping. For a silence
 * of up to a day, as many as in the same hours a day earlier; for a longer one, the mean of the period.
 * @param now milliseconds since 1970
 * @param lastDays the pageviews of the last two days
 * @param period the pageviews of the period shown, which may be over
 * @returns the silence in milliseconds, or undefined for a site that sends as usual
 */
export function silenceOf(
  { last_ping_at }: { last_ping_at: string | null },
  now: number,
  lastDays: Counts,
  period: Counts,
): number | undefined {
  if (last_ping_at === null) return undefined;
  const last = Date.parse(last_ping_at);
  const silentMs = now - last;
  const known = Math.min(last, period.end);
  const missing =
    silentMs <= dayMs
      ? viewsBetween(lastDays, last - dayMs, now - dayMs)
      : (viewsBetween(period, period.start, known) / (known - period.start)) * silentMs;
  return missing >= due ? silentMs : undefined;
}

/** Parts that are cut count by their share. */
function viewsBetween({ start, end, counts }: Counts, from: number, until: number): number {
  const length = (end - start) / counts.length;
  return counts.reduce((sum, count, index) => {
    const begin = start + index * length;
    const overlap = Math.min(begin + length, until) - Math.max(begin, from);
    return overlap > 0 ? sum + (count * overlap) / length : sum;
  }, 0);
}
