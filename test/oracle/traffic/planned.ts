import fc from 'fast-check';
import { anchors } from './anchors.ts';
import { idTimes } from './id.ts';
import { day, hour, minute, moment } from './moment.ts';
import { oneOf, type Text } from './vocabulary.ts';

/** Some texts of a ping, each from its vocabulary. */
function texts<Name extends Text>(...names: Name[]): fc.Arbitrary<Record<Name, string>> {
  return fc
    .tuple(...names.map(oneOf))
    .map(
      (values) =>
        Object.fromEntries(names.map((name, index) => [name, values[index]])) as Record<Name, string>,
    );
}

const made = fc.constantFrom(...idTimes);

/** Some web vitals, at and around the limits of classes. */
const vitals = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom('lcp_ms', 'inp_ms', 'fcp_ms', 'ttfb_ms'),
      fc.oneof(fc.constantFrom(0, 200, 500, 800, 1800, 2500, 2501, 4000, 600_000), fc.nat({ max: 5000 })),
    ),
    fc.constantFrom(undefined, 0, 0.05, 0.1, 0.1001, 0.25, 0.2500001, 100),
  )
  .map(([times, cls]): Record<string, number> => ({ ...times, ...(cls !== undefined && { cls }) }));

/** A ping, timed from the entry of its pageview. */
const ping = fc.record({
  after: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 2 * hour })),
  type: fc.constantFrom('view', 'engage'),
  texts: texts(
    ...(['hostname', 'page_title', 'source', 'medium', 'language', 'screen', 'ip'] as const),
    ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
    ...(['country', 'region', 'city', 'device_type'] as const),
    ...(['browser', 'browser_version', 'os', 'os_version'] as const),
  ),
  focus_time_ms: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120_000 }), fc.constant(86_400_000)),
  scroll_depth: fc.integer({ min: 0, max: 100 }),
  word_count: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2000 })),
  vitals: fc.oneof(fc.constant({}), vitals),
  latitude: fc.constantFrom(null, 0, 52.37, -33.9),
  longitude: fc.constantFrom(null, 4.9, -151.25),
  /** How long after its time it was received. */
  late: fc.constantFrom(0, 0, 1500, day),
  copies: fc.constantFrom(1, 1, 1, 2, 3),
});

/** A pageview, timed from the entry of the previous one. */
const pageview = fc.record({
  after: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 30 * minute }),
    fc.integer({ min: 0, max: 3 * hour }),
  ),
  texts: texts('page_path', 'referrer'),
  made,
  /** Reuses a pageview id of an earlier session, where its age allows that: it is still another pageview. */
  sameId: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.nat({ max: 9 }) },
  ),
  pings: fc.array(ping, { minLength: 1, maxLength: 3, size: 'max' }),
});

/** The session of an event: its own, perhaps with another visitor, one that never comes, or one of another site. */
const eventIds = [
  'both',
  'both',
  'session',
  'visitor',
  'none',
  'strangers',
  'other site',
  'other visitor',
] as const;

/** An event, timed from the start of the session or from the anchor: it may occur at any time after its session. */
const event = fc.record({
  // A day is the shortest lookback of an attribution.
  after: fc.oneof(fc.constantFrom(0, day), fc.integer({ min: -hour, max: 3 * hour })),
  at: fc.option(moment, { nil: undefined, freq: 2 }),
  ids: fc.constantFrom(...eventIds),
  texts: texts('event', 'event_id', 'amount', 'currency', 'page_path'),
  withPage: fc.boolean(),
  props: fc.array(fc.tuple(oneOf('property'), oneOf('value')), { maxLength: 3 }),
  late: fc.constantFrom(0, 0, 1500, day),
  copies: fc.constantFrom(1, 1, 2),
});

/** A session of one of few visitors on one of two sites, timed from the anchor. */
const session = fc.record({
  at: moment,
  site: fc.constantFrom<('a' | 'b')[]>('a', 'a', 'a', 'b'),
  visitor: fc.nat({ max: 7 }),
  made,
  /** Reuses a session id of the other site, where its age allows that: it is still another session. */
  sameId: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.nat({ max: 9 }) },
  ),
  pageviews: fc.array(pageview, { minLength: 1, maxLength: 4, size: 'max' }),
  events: fc.array(event, { maxLength: 3, size: 'max' }),
});

type Share = 'none' | 'some' | 'every second day' | 'all';

/** How the days of the settled tables are rebuilt. */
const settling = fc.record({
  salt: fc.nat(),
  /**
   * How many days are rebuilt or dropped after each batch, the last one first. A batch after a rebuild makes a day changed, so most days are
   * rebuilt early, and not all of them at the end.
   */
  shares: fc.tuple(
    fc.constantFrom<Share[]>('some', 'some', 'some', 'none', 'none', 'all'),
    ...Array.from({ length: 3 }, () => fc.constantFrom<Share[]>('all', 'all', 'some', 'none')),
  ),
  /** Whether the tables of a day differ. */
  byTable: fc.constantFrom(false, false, true),
  /** Whether all watermarks are too old in the end to tell what changed since. */
  neglected: fc.constantFrom(false, false, false, false, false, true),
});

/** Traffic as it is generated and shrunk: all times relative, without ids. */
export const plannedTraffic = fc.record({
  anchor: fc.constantFrom(...anchors),
  /** The seed of ids and of the order of arrival. */
  salt: fc.nat(),
  batches: fc.constantFrom(2, 3, 2, 3, 4, 1),
  settling,
  /** Below 0: the clock is fast. */
  visitorAge: fc.constantFrom(0, hour, 40 * day, 4 * 365 * day, -3 * hour, -40 * day),
  sessions: fc.array(session, { minLength: 0, maxLength: 24, size: 'max' }),
});

type Generated<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
export type PlannedTraffic = Generated<typeof plannedTraffic>;
export type Settling = Generated<typeof settling>;
export type PlannedSession = Generated<typeof session>;
