import { holdsTime, isChosen } from '../chosen.ts';
import { eventMatches, viewMatches, writtenGoal } from '../goal.ts';
import { byVisit, type Place } from '../order.ts';
import { percentage, rounded } from '../rounded.ts';
import { sessionOf } from '../site.ts';
import { groupBy, type ReportBody, type ResolvedRequest } from './report.ts';

/** A pageview or event, with the steps that it matches, counted from 0. */
interface Row extends Place {
  who: string;
  steps: number[];
}

/** How many reach each step, and how long they take. */
export function funnel(request: ResolvedRequest): ReportBody {
  const { steps, range, by = 'visitor', within = { ms: 7 * 86_400_000 } } = request;
  const longest = by === 'session' ? Number.POSITIVE_INFINITY : within.ms;
  const walks = groupBy(rowsOf(request), ({ who }) => who).map((rows) =>
    best(
      rows
        .filter(({ at, steps }) => steps.includes(0) && holdsTime(range, at))
        .map((first) => [first.at, ...after(first, rows, steps.length, first.at + longest)]),
    ),
  );
  const entered = (index: number) => walks.filter((times) => times.length > index).length;
  return {
    meta: { by, within_seconds: by === 'session' ? null : within.ms / 1000 },
    data: steps.map((step, index) => ({
      step: writtenGoal(step),
      entered: entered(index),
      rate_of_first: percentage(entered(index), entered(0)),
      rate_of_previous: index === 0 ? null : percentage(entered(index), entered(index - 1)),
      dropped: index === steps.length - 1 ? 0 : entered(index) - entered(index + 1),
      median_seconds_from_previous: index === 0 ? null : medianSeconds(walks, index),
    })),
  };
}

function rowsOf({ site, range, filters, steps, by }: ResolvedRequest): Row[] {
  const indexes = (matches: (step: (typeof steps)[number]) => boolean) =>
    steps.flatMap((step, index) => (matches(step) ? [index] : []));
  const views = site.pageviews
    .filter(({ session }) => isChosen(session, site, range, filters))
    .map((view) => ({
      who: by === 'session' ? sessionOf(view.session.first) : view.visitor_id,
      at: view.entered_at,
      rank: 0 as const,
      id: view.pageview_id,
      steps: indexes((step) => viewMatches(view, step)),
    }));
  const events = site.events
    .filter(({ session }) => (session ? isChosen(session, site, range, filters) : filters.length === 0))
    .map((event) => ({
      who: by === 'session' ? (event.session ? sessionOf(event.session.first) : '') : event.visitor_id,
      at: event.ping.pinged_at,
      rank: 1 as const,
      id: event.ping.ping_id,
      steps: indexes((step) => eventMatches(event, step)),
    }));
  return [...views, ...events].filter(({ who, steps }) => who !== '' && steps.length > 0).sort(byVisit);
}

/** The times of the steps after the first; every combination is tried. @param rows in their order */
function after(first: Row, rows: Row[], count: number, until: number): number[] {
  const known = new Map<string, number[]>();
  function ways(step: number, place: number): number[] {
    const key = `${step} ${place}`;
    const found =
      known.get(key) ??
      best(
        rows.flatMap((row, index) =>
          index > place && row.at <= until && row.steps.includes(step)
            ? [[row.at, ...ways(step + 1, index)]]
            : [],
        ),
      );
    known.set(key, found);
    return found;
  }
  return count > 1 ? ways(1, rows.indexOf(first)) : [];
}

/** The longest list of times; among equally long ones, the one with the earliest first time, then the earliest second, and so on. */
function best(lists: number[][]): number[] {
  return lists.reduce((kept, list) => (isBetter(list, kept) ? list : kept), []);
}

function isBetter(list: number[], kept: number[]): boolean {
  if (list.length !== kept.length) return list.length > kept.length;
  const index = list.findIndex((time, at) => time !== kept[at]);
  return index >= 0 && (list[index] ?? 0) < (kept[index] ?? 0);
}

function medianSeconds(walks: number[][], index: number): unknown {
  const waits = walks
    .filter((times) => times.length > index)
    .map((times) => (times[index] ?? 0) - (times[index - 1] ?? 0))
    .sort((a, b) => a - b);
  const middle = (waits.length - 1) / 2;
  const sum = (waits[Math.floor(middle)] ?? 0) + (waits[Math.ceil(middle)] ?? 0);
  return waits.length === 0 ? null : rounded(sum, 2000);
}
