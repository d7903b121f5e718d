import fc from 'fast-check';
import type { Filter } from './filter.ts';
import type { Goal } from './goal.ts';
import { type ReportRequest, request } from './request/request.ts';
import { now } from './traffic/anchors.ts';
import { day } from './traffic/moment.ts';
import { traffic } from './traffic/traffic.ts';

/** One traffic, and requests that together meet each parameter of each report. */

const [start, end] = [now - 2 * day, now + 2 * day];
export const between = (start: number, end: number) => ({
  range: { start, end },
  parameters: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
  compared: { start: start - (end - start), end: start },
});
const lively = traffic.filter(({ anchor, pings }) => anchor.at === now && pings.length > 80);
const [sampled] = fc.sample(lively, { numRuns: 1, seed: 1 });
if (sampled === undefined) throw new Error('no traffic');
export const busy = sampled;
/** Texts in files that visitors choose: in every second session a spreadsheet would run them. */
const texts = [
  ...(['page_title', 'referrer', 'hostname', 'language', 'source', 'medium'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'event_id'] as const),
  ...(['browser', 'browser_version', 'os', 'os_version'] as const),
];
for (const [index, text] of texts.entries())
  for (const ping of busy.pings.filter(({ session_id }) => /[02468ace]$/.test(session_id)))
    ping[text] &&= `${'\t\r=+-@'[index % 6]}${ping[text]}`;
const [drawn] = fc.sample(request, { numRuns: 1, seed: 1 }).map((one) => one(busy.anchor));
if (drawn === undefined) throw new Error('no request');
const goals: Goal[] = [
  [{ dimension: 'event', operator: '~', values: [''] }],
  [{ dimension: 'page', operator: '~', values: ['A'] }],
];

/** The whole traffic. */
export const whole: ReportRequest = {
  ...drawn,
  ...between(start, end),
  site: ['a', 'b'],
  timezone: 'UTC',
  granularity: 'day',
  goals: [],
  steps: goals,
  filters: [],
  compare: undefined,
  match: undefined,
  sort: undefined,
  limit: 100,
  offset: undefined,
  page: '/',
  event: 'Signup',
  anchoredAt: undefined,
  within: undefined,
  lookback: { days: 1 },
  format: 'csv',
  raw: false,
};
const ofPages: Filter = { dimension: 'page', operator: '~', values: ['A'] };
const ofEvents: Filter = { dimension: 'event', operator: ':', values: ['Signup', 'Purchase'] };
// ClickHouse knows that no row meets it, and joins otherwise.
const ofNone: Filter = { dimension: 'visitor_type', operator: '!~', values: [''] };
const asked: Partial<ReportRequest>[] = [
  {
    crawlersBy: 'operator',
    coverageBy: undefined,
    vitalsBy: 'bucket',
    model: 'last',
    creditedTo: undefined,
    format: 'jsonl',
  },
  {
    site: ['a'],
    goals,
    limit: 3,
    offset: 1,
    property: 'plan',
    crawlersBy: 'page',
    coverageBy: 'page',
    vitalsBy: 'page',
    model: 'linear',
    creditedTo: 'country',
    question: { dimensions: ['page'], metrics: ['pageviews'], sort: undefined, compare: false },
    raw: true,
  },
  {
    ...between(now, end),
    filters: [ofPages],
    goals,
    dimension: 'visitor_type',
    site: 'group',
    compare: 'previous',
    sort: 'falling',
    crawlersBy: 'purpose',
    coverageBy: 'browser',
    model: 'first',
    creditedTo: 'entry_page',
    lookback: undefined,
  },
  {
    filters: [ofEvents],
    dimension: 'exit_page',
    goals,
    compare: 'previous',
    sort: 'rising',
    vitalsBy: undefined,
    coverageBy: 'bucket',
    model: undefined,
  },
  { filters: [ofNone], dimension: 'visitor_type' },
];

export const requestsOf = (path: string): ReportRequest[] =>
  asked.map((more) => ({ ...whole, ...more, path }));
