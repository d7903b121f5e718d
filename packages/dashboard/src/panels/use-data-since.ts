import { pings, type Span } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { comparisonText } from '../period/comparison.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { subjectOf } from './use-panel.ts';

/** The first data of a site. */
export interface Since {
  /** Bucket of its first ping. */
  bucket: string;
  granularity: 'hour' | 'day';
}

const day = 86_400_000;

/**
 * Finds out whether a range that the view is compared with began before the site had any data: the numbers of such a range are those
 * of a part of it, and changes against them say nothing.
 * @returns the first data; null when the range is complete or empty; undefined while it is not known
 */
export function useDataSince(compared: Span | undefined): Since | null | undefined {
  const { view, now } = useView();
  // Filters do not apply to pings, and the first ones may not have met them.
  const whole = { ...view, filters: [] };
  const compare = comparisonText(view.compare);
  const subject = (part: string) => subjectOf(whole, now, { compare, part });

  const before = compared && { start: tenYearsBefore(compared.start), end: compared.start };
  const earlier = useReport(
    pings,
    before && questionOf(whole, before, { granularity: 'month' }),
    0,
    subject('before'),
  );
  const began = earlier.answer?.data.stored === 0 && !earlier.loading;
  const granularity = compared && lengthOf(compared) > 2 * day ? 'day' : 'hour';
  const within = useReport(
    pings,
    compared && began && compared.start < compared.end
      ? questionOf(whole, compared, { granularity })
      : undefined,
    0,
    subject('within'),
  );

  if (compared === undefined || earlier.loading || within.loading) return undefined;
  const { buckets = [] } = within.answer?.data ?? {};
  const first = buckets.findIndex(({ stored }) => stored > 0);
  const { bucket } = buckets[first] ?? {};
  return began && first > 0 && bucket !== undefined ? { bucket, granularity } : null;
}

const lengthOf = ({ start, end }: Span) => Date.parse(end) - Date.parse(start);

/** As long as all time is. */
const tenYearsBefore = (start: string) => new Date(Date.parse(start) - 3650 * day).toISOString();
