import fc from 'fast-check';
import { expectAgreement } from '../oracle/agree.ts';
import type { Filter } from '../oracle/filter.ts';
import type { Goal } from '../oracle/goal.ts';
import needles from '../oracle/request/needles.json';
import { paths } from '../oracle/request/reports.ts';
import { type ReportRequest, request } from '../oracle/request/request.ts';
import { readSite } from '../oracle/site.ts';
import { type Stage, startStage } from '../oracle/stage.ts';
import { now } from '../oracle/traffic/anchors.ts';
import { day } from '../oracle/traffic/moment.ts';
import { traffic } from '../oracle/traffic/traffic.ts';
import { forAllTests } from './shared-service.ts';

/** Every report and file about one traffic, compared with its definition. test/oracle asks about many traffics at random. */

const [start, end] = [now - 2 * day, now + 2 * day];
const between = (start: number, end: number) => ({
  range: { start, end },
  parameters: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
  compared: { start: start - (end - start), end: start },
});
const lively = traffic.filter(({ anchor, pings }) => anchor.at === now && pings.length > 80);
const [busy] = fc.sample(lively, { numRuns: 1, seed: 1 });
if (busy === undefined) throw new Error('no traffic');
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

const whole: ReportRequest = {
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

const stage = forAllTests(startStage);
let sent: Awaited<ReturnType<Stage['store']>>;
beforeAll(async () => {
  sent = await stage.store(busy);
});

async function expectAsDefined(requests: ReportRequest[]): Promise<string[]> {
  const answers = await sent.send(requests);
  for (const [index, one] of requests.entries())
    expectAgreement(one, sent.resolve(one), answers[index] ?? '');
  return answers;
}

test.each(paths)('%s is as defined', async (path) => {
  await expectAsDefined(asked.map((more) => ({ ...whole, ...more, path })));
});

test('/search for each needle is as defined', async () => {
  const answers = await expectAsDefined(needles.map((q) => ({ ...whole, path: '/search', q })));
  expect(answers.filter((answer) => !answer.includes('"data":[]')).length).toBeGreaterThan(20);
});

/** Ids of sessions may be as old or as far ahead as allowed, and a line in a log before the range may take the pageview. */
test.each<[path: string, Filter[]]>([
  ['/coverage', []],
  ['/export/pageviews', []],
  ['/pages', [{ dimension: 'exit_page', operator: '~', values: ['/'] }]],
  ['/overview', [{ dimension: 'visitor_type', operator: ':', values: ['new'] }]],
])('%s of the millisecond of any pageview is as defined', async (path, filters) => {
  const { pageviews } = readSite(['a', 'b'], busy.pings);
  const ranges = pageviews.map(({ entered_at }) => between(entered_at, entered_at + 1));
  await expectAsDefined(ranges.map((one) => ({ ...whole, ...one, path, filters })));
});
