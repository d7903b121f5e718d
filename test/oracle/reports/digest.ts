import { chosenPageviews, chosenSessions, type Range } from '../chosen.ts';
import { conversionsOf, writtenGoal } from '../goal.ts';
import { alphabetical, by, descending } from '../order.ts';
import { geo } from './geo.ts';
import { compared, insights, nothing } from './insights.ts';
import type { Fraction } from './overview.ts';
import { pages } from './pages.ts';
import { distinct, groupBy, type ReportBody, type ResolvedRequest, visitorsIn } from './report.ts';
import { revenueOf } from './revenue.ts';
import { sources } from './sources.ts';

/** Totals and goals of a period compared with another, its top pages, sources and countries, and the largest changes. */
export function digest(request: ResolvedRequest): ReportBody {
  const { compared: before, goals } = request;
  const lists = { ...request, compare: undefined, goals: [], offset: 0 };
  const { meta, data: totals } = insights(request);
  const { countries } = geo(lists).data;
  return {
    ...(meta && { meta }),
    data: {
      totals,
      ...(goals.length > 0 && { goals: comparedGoals(request) }),
      pages: pages(lists).data,
      sources: sources(lists).data,
      countries,
      changes: before && { pages: pageChanges(request, before), sources: sourceChanges(request, before) },
    },
  };
}

function comparedGoals(request: ResolvedRequest) {
  const { range, compared: before } = request;
  return request.goals.map((goal) => {
    const figuresOf = (range: Range) => {
      const own = conversionsOf(goal, { ...request, range });
      const converting = visitorsIn(own);
      const visitors = distinct(
        chosenPageviews(request.site, range, request.filters).map(({ visitor_id }) => visitor_id),
      );
      const fractions = {
        conversions: [own.length, 1],
        converting_visitors: [converting, 1],
        conversion_rate: [100 * converting, visitors],
      } satisfies Record<string, Fraction>;
      return { ...fractions, revenue: revenueOf(own.flatMap(({ event }) => event ?? [])) };
    };
    const [now, then] = [figuresOf(range), before && figuresOf(before)];
    return {
      goal: writtenGoal(goal),
      conversions: compared(now.conversions, then?.conversions ?? nothing),
      converting_visitors: compared(now.converting_visitors, then?.converting_visitors ?? nothing),
      conversion_rate: compared(now.conversion_rate, then?.conversion_rate ?? nothing),
      revenue: now.revenue,
    };
  });
}

function pageChanges({ site, range, filters, limit }: ResolvedRequest, before: Range) {
  const pathsIn = (range: Range) => chosenPageviews(site, range, filters).map(({ page_path }) => page_path);
  return changes(pathsIn(range), pathsIn(before), limit, (page_path, views) => ({
    page_path,
    page_title: site.titles.get(page_path) ?? '',
    views,
  }));
}

function sourceChanges({ site, range, filters, limit }: ResolvedRequest, before: Range) {
  // A line feed sorts before all characters of these texts, so keys are ordered by source, then medium.
  const sourcesIn = (range: Range) =>
    chosenSessions(site, range, filters).map(({ first }) => `${first.source}\n${first.medium}`);
  return changes(sourcesIn(range), sourcesIn(before), limit, (key, visits) => {
    const [source, medium] = key.split('\n');
    return { source, medium, visits };
  });
}

/** How often each name occurs now and before, where that differs: largest change first, then by name. */
function changes<Entry>(
  now: string[],
  before: string[],
  limit: number,
  entryOf: (name: string, comparison: ReturnType<typeof compared>) => Entry,
) {
  const counts = (names: string[]) =>
    new Map(groupBy(names, (name) => name).map((own) => [own[0], own.length]));
  const [current, previous] = [counts(now), counts(before)];
  const rows = [...new Set([...now, ...before])].map((name) => {
    const [is, was] = [current.get(name) ?? 0, previous.get(name) ?? 0];
    return { name, is, was };
  });
  const largest = (change: (row: (typeof rows)[number]) => number) =>
    rows
      .filter((row) => change(row) > 0)
      .sort(
        by(
          descending(change),
          alphabetical(({ name }) => name),
        ),
      )
      .slice(0, limit)
      .map(({ name, is, was }) => entryOf(name, compared([is, 1], [was, 1])));
  return { rose: largest(({ is, was }) => is - was), fell: largest(({ is, was }) => was - is) };
}
