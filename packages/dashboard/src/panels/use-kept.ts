import { useRef } from 'preact/hooks';
import { pings, type Span } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { gapsIn } from '../charts/gaps.ts';
import { bucketName } from '../format/buckets.ts';
import { comparisonText } from '../period/comparison.ts';
import { addDays, addMonths, earliest } from '../period/dates.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';
import { subjectOf } from './use-panel.ts';

const day = 86_400_000;

/** How far back the data of a site goes. */
export interface Kept {
  /** The start of the day of its first ping; undefined while it is unknown, and for a site without one. */
  first: number | undefined;
  /** Why the compared numbers cover only a part of their range; null when they cover all of it, undefined while that is unknown. */
  partly: string | null | undefined;
}

/** Finds out whether a whole range has data: a change against a part of it would be meaningless. */
export function useKept(known: Span | undefined): Kept {
  const { view, now } = useView();
  // Filters do not apply to pings. The first ping is requested once for all views.
  const whole = { ...view, filters: [] };
  const subject = subjectOf(whole, now, { compare: comparisonText(view.compare), part: 'compared' });
  // While another filter loads, the range is known already.
  const latest = useRef({ subject, known });
  if (known || latest.current.subject !== subject) latest.current = { subject, known };
  const compared = latest.current.known;
  const months = useFirstOf({ start: earliest }, 'month');
  const days = useFirstOf(months.first && monthFrom(months.first), 'day');
  const isShort = compared && Date.parse(compared.end) - Date.parse(compared.start) <= 2 * day;
  const granularity = isShort ? 'hour' : 'day';
  const within = useReport(
    pings,
    compared && compared.start < compared.end ? questionOf(whole, compared, { granularity }) : undefined,
    0,
    subject,
  );
  const first = days.first === undefined ? undefined : Date.parse(days.first);
  if (compared === undefined || months.loading || days.loading || within.loading)
    return { first, partly: undefined };
  const { buckets = [] } = within.answer?.data ?? {};
  const began = buckets.findIndex(({ stored }) => stored > 0);
  const { bucket } = buckets[began] ?? {};
  if (first !== undefined && first >= Date.parse(compared.start) && began > 0 && bucket !== undefined)
    return { first, partly: messages.period.dataSince(bucketName(bucket, granularity)) };
  const gaps = gapsIn(buckets.slice(0, -1), granularity === 'hour');
  if (gaps.length === 0) return { first, partly: null };
  return { first, partly: counted(messages.period.missing[granularity], gaps.length) };
}

/** The first bucket of a range with data. Requested after the reports of the first screen. */
function useFirstOf(range: { start: string; end?: string } | undefined | '', granularity: 'month' | 'day') {
  const { view } = useView();
  const query = range ? questionOf({ ...view, filters: [] }, range, { granularity }) : undefined;
  const { answer, loading } = useReport(pings, query, 0, query, true);
  return { first: answer?.data.buckets.find(({ stored }) => stored > 0)?.bucket, loading };
}

/** The month that begins with a bucket. */
function monthFrom(bucket: string) {
  const start = bucket.slice(0, 10);
  return { start, end: addDays(addMonths(start, 1), -1) };
}
