import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api/ask.ts';
import { allOfBreakdown, breakdown, events, pages, type Report } from '../api/reports.ts';
import { useSession } from '../api/session.ts';
import { subjectOf } from '../panels/use-panel.ts';
import { resolve } from '../period/period.ts';
import { type Extra, questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { isVisitDimension, type View } from '../url/view.ts';
import { type Dimension, type Filter, listedDimensions } from './filter.ts';
import { useSettled } from './use-settled.ts';
import { isNamed, valueName } from './words.ts';

/** A value of a property in the period of the view. */
export interface Value {
  dimension: Dimension;
  value: string;
  name: string;
  /** Visits; for pages and events their count; undefined where it is not counted. */
  count?: number;
}

/** The API's limit. A property with fewer values is complete, and is not requested again for a part of a text. */
const most = 100;
/** Concurrent requests: the reports of the page should not wait for them. */
const atOnce = 3;

/** The properties that are searched for a text: properties of pageviews include the values of visits. */
const searched = listedDimensions.filter((dimension) => dimension !== 'referrer');

/** The query, and the responses that have arrived. */
interface Lists {
  subject: string;
  values: readonly Value[];
  /** Properties that have more values than were sent. */
  cut: readonly Dimension[];
  left: number;
}

/**
 * The values of the period, whatever the view's filters. Nothing is requested before the reader types or chooses a property: then each
 * property is requested once, and again for a part of a text only if it has more values than one response.
 * @param within the only property to request; undefined for all of them
 * @param text nothing is requested before it settles
 */
export function useValues(within: Dimension | undefined, text: string) {
  const part = useSettled(text, 250);
  const all = useRef(false);
  if (part !== '' && within === undefined) all.current = true;
  const wanted = all.current && within !== 'referrer' ? searched : within ? [within] : [];
  const whole = useLists(wanted, '');
  const cut = wanted.filter((dimension) => whole.cut.includes(dimension) && !isNamed(dimension));
  const parts = useLists(part === '' || whole.left > 0 ? [] : cut, part);
  const known = new Map(
    [...whole.values, ...parts.values].map((one) => [`${one.dimension}:${one.value}`, one]),
  );
  return { values: [...known.values()], settled: part === text, loading: whole.left + parts.left > 0 };
}

/** The lists of some properties, as they arrive. @param part only the values that contain it */
function useLists(wanted: readonly Dimension[], part: string): Lists {
  const { view, now } = useView();
  const { key } = useSession();
  const subject = JSON.stringify([subjectOf({ ...view, filters: [] }, now), wanted, part]);
  const [lists, setLists] = useState<Lists>({ subject: '', values: [], cut: [], left: 0 });
  const latest = useRef(subject);
  latest.current = subject;
  useEffect(() => {
    const controller = new AbortController();
    const waiting = [...wanted];
    setLists({ subject, values: [], cut: [], left: waiting.length });
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const found = await valuesOf(next, view, now, part, key, controller.signal);
        if (latest.current !== subject) return;
        setLists(({ values, cut, left, ...same }) => ({
          ...same,
          values: [...values, ...found],
          cut: found.length < most ? cut : [...cut, ...found.slice(0, 1).map(({ dimension }) => dimension)],
          left: left - 1,
        }));
      }
    };
    for (let worker = 0; worker < atOnce; worker++) work().catch(() => {}); // another text was typed meanwhile
    return () => controller.abort();
  }, [subject]);
  return lists.subject === subject ? lists : { subject, values: [], cut: [], left: wanted.length };
}

/** The most frequent values of a property. */
async function valuesOf(
  dimension: Dimension,
  view: View,
  now: number,
  part: string,
  key: string,
  signal: AbortSignal,
): Promise<Value[]> {
  if (dimension === 'visitor_type') return ['new', 'returning'].map((value) => namedValue(dimension, value));
  // The referrers of visits are those of pageviews from other sites.
  const by = dimension === 'referrer' ? 'entry_referrer' : dimension;
  const filters: Filter[] = part === '' ? [] : [{ dimension: by, operator: '~', values: [part] }];
  const { asked } = resolve(view.period, view.timezone, now);
  const limit = `${most}`;
  const read = async <Row>(report: Report<Row[]>, extra: Extra, of: (row: Row) => [string, number]) => {
    const query = questionOf({ ...view, filters }, asked, extra);
    const answered = await ask(report, query, key, signal);
    // A list that fails is left out: the reader can type the value.
    return answered.kind === 'ok' ? answered.data.map((row) => namedValue(dimension, ...of(row))) : [];
  };
  if (by === 'page') return read(pages, { limit }, ({ page_path, views }) => [page_path, views]);
  if (by === 'event') return read(events, { limit }, ({ event, events: times }) => [event, times]);
  if (!isVisitDimension(by)) return [];
  const [report, whole] = isNamed(by) ? [allOfBreakdown, {}] : [breakdown, { limit }];
  return read(report, { dimension: by, ...whole }, ({ value, visits }) => [value, visits]);
}

const namedValue = (dimension: Dimension, value: string, count?: number): Value => ({
  dimension,
  value,
  name: valueName(dimension, value),
  ...(count !== undefined && { count }),
});
