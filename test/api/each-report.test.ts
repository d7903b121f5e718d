import fc from 'fast-check';
import { expectAgreement } from '../oracle/agree.ts';
import type { Filter } from '../oracle/filter.ts';
import { paths } from '../oracle/request/reports.ts';
import { type ReportRequest, request } from '../oracle/request/request.ts';
import { type Stage, startStage } from '../oracle/stage.ts';
import { now } from '../oracle/traffic/anchors.ts';
import { day } from '../oracle/traffic/moment.ts';
import { traffic } from '../oracle/traffic/traffic.ts';
import { forAllTests } from './shared-service.ts';

/** Every report and file about one traffic, compared with its definition. test/oracle asks about many traffics at random. */

const [start, end] = [now - 2 * day, now + 2 * day];
const range = { start, end };
const parameters = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
const lively = traffic.filter(({ anchor, pings }) => anchor.at === now && pings.length > 80);
const [busy] = fc.sample(lively, { numRuns: 1, seed: 1 });
if (busy === undefined) throw new Error('no traffic');
const drawn = fc.sample(request, { numRuns: 50, seed: 1 }).map((one) => one(busy.anchor));
const withGoals = drawn.find(({ goals }) => goals.length > 1);
if (withGoals === undefined) throw new Error('no goals');

const whole: ReportRequest = {
  ...withGoals,
  site: ['a', 'b'],
  timezone: 'UTC',
  granularity: 'day',
  goals: [],
  filters: [],
  range,
  parameters,
  compare: undefined,
  compared: { start: start - (end - start), end: start },
  match: undefined,
  sort: undefined,
  limit: 100,
  offset: undefined,
  page: '/',
  event: 'Signup',
  anchoredAt: undefined,
  within: undefined,
};
const ofPages: Filter = { dimension: 'page', operator: '~', values: ['A'] };
const ofEvents: Filter = { dimension: 'event', operator: ':', values: ['Signup', 'Purchase'] };
// ClickHouse knows that no row meets it, and joins otherwise.
const ofNone: Filter = { dimension: 'visitor_type', operator: '!~', values: [''] };
const { goals } = withGoals;
const asked: Partial<ReportRequest>[] = [
  {
    crawlersBy: 'operator',
    coverageBy: undefined,
    vitalsBy: 'bucket',
    model: 'first',
    creditedTo: undefined,
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
  },
  {
    filters: [ofPages],
    dimension: 'visitor_type',
    site: 'group',
    compare: 'previous',
    sort: 'falling',
    crawlersBy: 'purpose',
    coverageBy: 'browser',
    model: 'last',
    creditedTo: 'entry_page',
  },
  {
    filters: [ofEvents],
    dimension: 'exit_page',
    goals,
    compare: 'previous',
    sort: 'rising',
    lookback: { days: 1 },
    vitalsBy: undefined,
    coverageBy: 'bucket',
  },
  { filters: [ofNone] },
];

const stage = forAllTests(startStage);
let sent: Awaited<ReturnType<Stage['store']>>;
beforeAll(async () => {
  sent = await stage.store(busy);
});

test.each(paths)('%s is as defined', async (path) => {
  const requests = asked.map((more) => ({ ...whole, ...more, path }));
  const answers = await sent.send(requests);
  for (const [index, one] of requests.entries())
    expectAgreement(one, sent.resolve(one), answers[index] ?? '');
});
