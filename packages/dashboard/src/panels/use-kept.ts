import { useRef } from 'preact/hooks';
import { useOutage } from '../api/outage.tsx';
import { allOfQuery, type Granularity, type Span } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { gapsIn } from '../charts/gaps.ts';
import { inUnit } from '../format/ago.ts';
import { bucketName } from '../format/buckets.ts';
import { comparisonText } from '../period/comparison.ts';
import { addDays, addMonths, earliest } from '../period/dates.ts';
import type { Asked } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { subjectOf } from './use-panel.ts';

const day = 86_400_000;

/** How far back the data of a site goes. */
export interface Kept {
  /** The start of the hour of its first data; undefined while it is unknown, and for a site without any. */
  first: number | undefined;
  /** Why the compared numbers cover only a part of their range; null when they cover all of it, undefined while that is unknown. */
  partly: string | null | undefined;
}

/** Finds out whether a whole range has data: a change against a part of it would be meaningless. */
export function useKept(known: Span | undefined): Kept {
  const { view, now } = useView();
  const whole = { ...view, filters: [] };
  const subject = subjectOf(whole, now, { compare: comparisonText(view.compare), part: 'compared' });
  // While another filter loads, the range is known already.
  const latest = useRef({ subject, known });
  if (known || latest.current.subject !== subject) latest.current = { subject, known };
  const compared = latest.current.known;
  // The first data are requested once for all views, after the reports of the first screen.
  const months = useData({ start: earliest }, 'month', true);
  const hours = useData(months.first ? monthFrom(months.first) : undefined, 'hour', true);
  const isShort = compared && Date.parse(compared.end) - Date.parse(compared.start) <= 2 * day;
  const granularity = isShort ? 'hour' : 'day';
  const range = compared && compared.start < compared.end ? compared : undefined;
  const within = useData(range, granularity, undefined, subject);
  const first = hours.first === undefined ? undefined : Date.parse(hours.first);
  if (compared === undefined || months.unknown || hours.unknown || within.unknown)
    return { first, partly: undefined };
  const { buckets, first: began } = within;
  if (began && began !== buckets[0]?.bucket && first !== undefined && first >= Date.parse(compared.start))
    return { first, partly: messages.period.dataSince(bucketName(began, granularity)) };
  const gaps = gapsIn(buckets.slice(0, -1), granularity === 'hour');
  if (gaps.length === 0) return { first, partly: null };
  return { first, partly: messages.period.missing(inUnit(gaps.length, granularity)) };
}

/** Pageviews and events by their own time: pings of an import are received later, and raw pings may be deleted before. */
function useData(range: Asked | undefined, granularity: Granularity, later?: boolean, subject?: string) {
  const { view } = useView();
  const wanted = { granularity, dimensions: 'bucket', metrics: 'pageviews,events' };
  const query = range && questionOf({ ...view, filters: [] }, range, wanted);
  const { answer, loading } = useReport(allOfQuery, query, 0, subject ?? query, later);
  const away = useOutage().words !== undefined;
  const buckets = (((away || !loading) && answer?.data) || []).map(({ bucket, pageviews, events }) => {
    return { bucket: String(bucket), count: Number(pageviews) + Number(events) };
  });
  const first = buckets.find(({ count }) => count > 0)?.bucket;
  return { buckets, first, unknown: loading };
}

/** The month that begins with a bucket. */
function monthFrom(bucket: string) {
  const start = bucket.slice(0, 10);
  return { start, end: addDays(addMonths(start, 1), -1) };
}
