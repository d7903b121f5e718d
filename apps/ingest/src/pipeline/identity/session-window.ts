import { timeInId } from '@tallyhouse/ping';
import { Recent } from '@tallyhouse/service';
import { halfHourMs, isOfThisVisit, startOfHalfHour } from './bounds.ts';
import { hashOf } from './derive.ts';

export interface Visit {
  session: string;
  startedAt: number;
  lastAt: number;
}

export interface Sighting {
  site: string;
  visitor: string;
  at: number;
  type: 'view' | 'engage' | 'event';
  path: string;
  /** The ping's pageview, if it named one. */
  pageview: string | undefined;
}

/** Derives the id of a visitor's session that starts in a half hour. */
export type NameSession = (sighting: Sighting, halfHour: number) => string;

/** The contents of the window: visits by site and visitor, and the pageview that a session last opened at a path. */
export interface WindowMemory {
  visits: Kept<Visit[]>;
  views: Kept<string>;
}

interface Kept<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
}

/** The limit of visitors, and of pageviews; the least recent are dropped. */
const most = 100_000;

export const inMemory = (limit = most): WindowMemory => ({
  visits: new Recent<Visit[]>(limit),
  views: withShortKeys(new Recent<string>(limit)),
});

/** Hashes long keys: a path may have 2,000 characters. */
function withShortKeys<Value>(kept: Kept<Value>): Kept<Value> {
  const short = (key: string) => (key.length > 100 ? hashOf(key) : key);
  return { get: (key) => kept.get(short(key)), set: (key, value) => kept.set(short(key), value) };
}

/** More than one, because an import may send pings out of order. */
const visitsKept = 4;

/**
 * Assigns sessions to pings without a session id, and pageviews to `engage` pings without one, from memory, which is lost with
 * the process unless it is kept (visit-file.ts).
 *
 * A session continues while pings are less than 30 minutes apart, for at most 24 hours. Long reading does not end it: an
 * `engage` ping of a page that the session remembers continues it after any pause. The id of a new session is derived
 * from the visitor and the half hour in which it starts, so that other ingest processes, which see other pings of the
 * same visitor, mostly derive the same id. Two remembered sessions never get the same id: a ping of the half hour in
 * which a session started is within its 30 minutes.
 */
export function createSessionWindow(
  nameSession: NameSession,
  { visits: visitsOf, views: lastViews }: WindowMemory = inMemory(),
) {
  const viewOf = (session: string, path: string): string | undefined => lastViews.get(`${session} ${path}`);

  function isStillRead(visit: Visit, { type, path, pageview, at }: Sighting): boolean {
    if (type !== 'engage' || !isOfThisVisit(timeInId(visit.session), at)) return false;
    const viewed = viewOf(visit.session, path);
    return viewed !== undefined && (pageview === undefined || pageview === viewed);
  }

  function newVisit(sighting: Sighting, visits: Visit[]): Visit {
    const session = nameSession(sighting, startOfHalfHour(sighting.at));
    const visit = { session, startedAt: sighting.at, lastAt: sighting.at };
    visits.push(visit);
    if (visits.length > visitsKept) visits.shift();
    return visit;
  }

  const ongoing = (sighting: Sighting, visits: readonly Visit[]) =>
    visits.findLast((one) => isWithinTimeout(one, sighting.at) || isStillRead(one, sighting));

  return {
    /** Whether a ping would belong to a session that began earlier. */
    goesOn: (sighting: Sighting): boolean =>
      ongoing(sighting, visitsOf.get(keyOf(sighting)) ?? []) !== undefined,

    /** The session that a view would belong to; nothing is recorded, so that events prolong no session. */
    sessionAt(sighting: Sighting): string {
      const visit = ongoing(sighting, visitsOf.get(keyOf(sighting)) ?? []);
      return visit?.session ?? nameSession(sighting, startOfHalfHour(sighting.at));
    },

    /** The session of a ping; it records the ping. */
    sessionOf(sighting: Sighting): string {
      const key = keyOf(sighting);
      const visits = visitsOf.get(key) ?? [];
      const visit = ongoing(sighting, visits) ?? newVisit(sighting, visits);
      visit.startedAt = Math.min(visit.startedAt, sighting.at);
      visit.lastAt = Math.max(visit.lastAt, sighting.at);
      visitsOf.set(key, visits);
      return visit.session;
    },

    /** The pageview that a session last opened at a path. */
    viewOf,

    rememberView(session: string, path: string, pageview: string): void {
      lastViews.set(`${session} ${path}`, pageview);
    },
  };
}

const keyOf = ({ site, visitor }: Sighting) => `${site} ${visitor}`;

function isWithinTimeout(visit: Visit, at: number): boolean {
  return (
    at > visit.startedAt - halfHourMs &&
    at < visit.lastAt + halfHourMs &&
    isOfThisVisit(timeInId(visit.session), at)
  );
}
