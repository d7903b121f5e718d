import type { Filled } from '../fill/fill.ts';
import type { Target } from '../line.ts';
import type { Question } from '../reports/questions.ts';
import { targets } from '../targets.ts';
import events from './raw/events.sql';
import eventsOverTime from './raw/events-over-time.sql';
import funnel from './raw/funnel.sql';
import goalOnSources from './raw/goal-on-sources.sql';
import journeys from './raw/journeys.sql';
import retention from './raw/retention.sql';

interface EventQuestion extends Question {
  range: Pick<Filled, 'siteId' | 'start' | 'end'>;
  target: Target;
  /** The target for how many times as fast as raw pings it is. */
  timesRaw?: Target;
}

const [day, week] = [86_400_000, 7 * 86_400_000];
const firstMonday = 4 * day;
/** The same weeks as in retention.sql. */
const weeks = 12;

/** @param page a path of the fill */
export function eventQuestions(filled: Filled, page: string): EventQuestion[] {
  const steps = [`page:${page}`, ...['Add to cart', 'Checkout', 'Purchase'].map((name) => `event:${name}`)];
  const lastMonday = Math.floor((filled.end - 1 - firstMonday) / week) * week + firstMonday;
  const none = { parameters: {}, range: filled };
  const fast = { range: filled, target: targets.events, timesRaw: targets.timesRaw };
  const overTime = '/events-over-time?granularity=day';
  return [
    { name: 'events', path: '/events', sql: events, parameters: {}, ...fast },
    { name: 'events-over-time', path: overTime, sql: eventsOverTime, parameters: {}, ...fast },
    {
      name: 'sources with a goal',
      path: '/sources?goal=event:Purchase',
      sql: goalOnSources,
      parameters: { event: 'Purchase' },
      ...fast,
    },
    {
      name: 'funnel of 4 steps',
      path: `/funnel?${steps.map((step) => `step=${encodeURIComponent(step)}`).join('&')}`,
      sql: funnel,
      parameters: { page, second: 'Add to cart', third: 'Checkout', fourth: 'Purchase' },
      range: filled,
      target: targets.funnel,
      timesRaw: targets.funnelTimesRaw,
    },
    {
      name: `retention, ${weeks} weeks`,
      path: '/retention?granularity=week',
      sql: retention,
      parameters: {},
      range: { ...filled, start: lastMonday - (weeks - 1) * week },
      target: targets.paths,
    },
    { name: 'journeys of 3 nodes', path: '/journeys?depth=3', sql: journeys, ...none, target: targets.paths },
  ];
}

/** Reports without a query over raw pings. */
export const withoutRaw = (page: string) => [
  { name: 'pages with a goal', path: '/pages?goal=event:Purchase', target: targets.events },
  { name: 'attribution of purchases', path: '/attribution?goal=event:Purchase', target: targets.attribution },
  {
    name: 'attribution of the most read page',
    path: `/attribution?goal=${encodeURIComponent(`page:${page}`)}`,
    target: targets.attribution,
  },
  { name: 'web vitals by page', path: '/vitals?by=page', target: targets.vitals },
];
