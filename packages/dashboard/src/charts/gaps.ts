import { due } from '@tallyhouse/alerts/silence';

interface Counted {
  bucket: string;
  count: number;
}

/**
 * Finds buckets without pings or other data although 30 or more were expected: as many as in the same hours of the previous or next day, and
 * at most as many as in a busy hour; in longer buckets, the median. A quiet night is no gap. Buckets before the first ping are none either.
 * The service's marks (markGaps in packages/annotations) follow another rule: they compare with four weeks of raw pings, once data has come
 * again, so that a mark stays true. This one knows only the drawn response, in buckets of any length, and shows a silence that still lasts.
 * @param isHourly whether the buckets are hours
 */
export function gapsIn(buckets: readonly Counted[], isHourly: boolean): string[] {
  const counts = buckets.map(({ count }) => count);
  const some = counts.filter((count) => count > 0).sort((a, b) => a - b);
  // One bucket alone may be an import, which says nothing of others.
  const least = (share: number) => (some.length > 1 && some[Math.floor(share * (some.length - 1))]) || 0;
  const [usual, busy] = [least(0.5), least(0.9)];
  const dueAt = (index: number) =>
    isHourly ? Math.min(counts[index - hoursOfDay] || counts[index + hoursOfDay] || 0, busy) : usual;
  const gaps: string[] = [];
  for (let from = counts.findIndex((count) => count > 0); from < counts.length && from >= 0; from++) {
    let until = from;
    let missing = 0;
    while (counts[until] === 0) missing += dueAt(until++);
    if (missing >= due) gaps.push(...buckets.slice(from, until).map(({ bucket }) => bucket));
    from = until;
  }
  return gaps;
}

const hoursOfDay = 24;
