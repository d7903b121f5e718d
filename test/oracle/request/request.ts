import fc from 'fast-check';
import type { SessionDimension } from '../filter.ts';
import type { Goal } from '../goal.ts';
import { type Anchor, timezones } from '../traffic/anchors.ts';
import { hour } from '../traffic/moment.ts';
import { oneOf } from '../traffic/vocabulary.ts';
import type { Granularity } from '../wall-clock.ts';
import { question } from './dimensions-and-metrics.ts';
import { crawlFilters, filters } from './filters.ts';
import { goals, step } from './goals.ts';
import needles from './needles.json';
import { type Question, vitalsKeys } from './question.ts';
import { paths } from './reports.ts';
import { type RequestedComparison, requestedComparison } from './requested-comparison.ts';
import { type RequestedRange, requestedRange } from './requested-range.ts';

export interface ReportRequest extends Question, RequestedRange, RequestedComparison {
  /** The path of the report; `:page` is a placeholder for the page. */
  path: string;
  /** Sites of the traffic, the group of both, or all sites. */
  site: string[] | 'group' | 'every';
  limit: number | undefined;
  offset: number | undefined;
  format: 'csv' | 'jsonl';
  raw: boolean;
}

const units = { day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour };

const withins = [
  { text: '30m', ms: hour / 2 },
  { text: '3h', ms: 3 * hour },
  { text: '1d', ms: 24 * hour },
  { text: '90d', ms: 90 * 24 * hour },
];
/** The exit page depends on all pageviews of a session, so it is requested more often. */
const properties: SessionDimension[] = [
  ...(['site', 'site', 'exit_page', 'exit_page', 'exit_page', 'visitor_type', 'visitor_type'] as const),
  ...(['entry_referrer', 'entry_page', 'medium', 'channel', 'channel', 'country', 'screen'] as const),
];

/** The most complex report, so it is requested more often. */
const onePage = '/pages/:page/engagement';

const isOfGoal = (name: string) => name.startsWith('conversion');

/** Metrics of conversions need one goal; others take none. */
const goalsFor = ({ metrics }: Question['question'], goals: Question['goals']) => {
  if (metrics.some(isOfGoal)) return goals.length > 0 ? goals.slice(0, 1) : [anyPage];
  return [];
};
const anyPage: Goal = [{ dimension: 'page', operator: '~', values: [''] }];

/** ORACLE_PATH limits requests to one report. */
const onePath = process.env['ORACLE_PATH'];

/** Whether the report takes filters on requests of crawlers. */
const isOfCrawls = (path: string) => /crawl|coverage/.test(path);

export const request = fc
  .record({
    path: onePath
      ? fc.constant(onePath)
      : fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...paths) },
          { weight: 1, arbitrary: fc.constant(onePage) },
          { weight: 1, arbitrary: fc.constant('/vitals') },
          { weight: 3, arbitrary: fc.constantFrom(...paths.filter((path) => path.includes('events'))) },
          {
            weight: 2,
            arbitrary: fc.constantFrom('/funnel', '/funnel', '/retention', '/journeys', '/attribution'),
          },
          { weight: 6, arbitrary: fc.constant('/query') },
        ),
    site: fc.constantFrom<ReportRequest['site'][]>(
      ...[['a'], ['a'], ['a'], ['b'], ['a', 'b'], ['a', 'b'], ['b', 'none', 'a', 'b'], ['none']],
      ...(['group', 'group', 'every'] as const),
    ),
    rangeOf: requestedRange,
    comparisonOf: requestedComparison,
    sort: fc.constantFrom<ReportRequest['sort'][]>(undefined, 'rising', 'falling'),
    filters,
    goals,
    // Mostly the anchor's zone.
    timezone: fc.option(fc.constantFrom(...timezones), { nil: undefined, freq: 2 }),
    limit: fc.option(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(100)), { nil: undefined }),
    offset: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
    granularity: fc.constantFrom<(Granularity | undefined)[]>(undefined, 'hour', 'day', 'week', 'month'),
    q: fc.constantFrom(...needles),
    page: oneOf('page_path'),
    dimension: fc.constantFrom(...properties),
    event: oneOf('event'),
    ofEvent: fc.boolean(),
    property: fc.option(oneOf('property'), { nil: undefined, freq: 2 }),
    question,
    steps: fc.oneof(
      { weight: 3, arbitrary: fc.array(step, { minLength: 2, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 10, size: 'max' }) },
    ),
    by: fc.constantFrom('visitor' as const, 'session' as const, undefined),
    within: fc.constantFrom(undefined, ...withins),
    creditedTo: fc.constantFrom<Question['creditedTo'][]>(
      ...([undefined, 'source', 'medium', 'channel', 'utm_campaign', 'entry_page', 'country'] as const),
    ),
    model: fc.constantFrom<Question['model'][]>(undefined, 'first', 'last', 'last_non_direct', 'linear'),
    lookback: fc.constantFrom(undefined, ...[1, 2, 30, 90].map((days) => ({ days }))),
    crawlFilters,
    crawlersBy: fc.constantFrom<Question['crawlersBy'][]>(undefined, 'name', 'operator', 'purpose', 'page'),
    coverageBy: fc.constantFrom<Question['coverageBy'][]>(undefined, 'page', 'browser', 'bucket'),
    vitalsBy: fc.constantFrom(...vitalsKeys),
    depth: fc.option(fc.integer({ min: 2, max: 6 }), { nil: undefined }),
    anchoredAt: fc.option(fc.record({ side: fc.constantFrom('from' as const, 'to' as const), goal: step }), {
      nil: undefined,
      freq: 2,
    }),
    format: fc.constantFrom<('csv' | 'jsonl')[]>('csv', 'csv', 'jsonl'),
    raw: fc.boolean(),
  })
  .map(({ rangeOf, comparisonOf, timezone: other, ...rest }) => (anchor: Anchor): ReportRequest => {
    const timezone = other ?? anchor.timezone;
    const requested = rangeOf(anchor, timezone);
    // More than 5,000 buckets are refused.
    const length = requested.range.end - requested.range.start;
    const { path } = rest;
    if (path === '/retention') {
      // More than 60 cohorts are refused.
      const fit = (['day', 'week', 'month'] as const).filter((unit) => length <= 55 * units[unit]);
      const granularity = fit.find((unit) => unit === rest.granularity) ?? fit.at(-1);
      if (granularity !== undefined) {
        const asked = granularity === 'week' && rest.raw ? undefined : granularity;
        return {
          ...rest,
          ...requested,
          ...comparisonOf(requested, anchor, timezone),
          timezone,
          granularity: asked,
        };
      }
      rest.path = '/pages';
    }
    // Metrics of conversions count those of one goal.
    if (isOfCrawls(path)) rest.filters = rest.crawlFilters;
    if (path === '/query') rest.goals = goalsFor(rest.question, rest.goals);
    const granularity = length > 5000 * hour ? undefined : rest.granularity;
    return { ...rest, ...requested, ...comparisonOf(requested, anchor, timezone), timezone, granularity };
  });
