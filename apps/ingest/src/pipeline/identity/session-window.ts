import { Recent } from '@tallyhouse/service';
import { halfHourMs, isOfThisVisit, startOfHalfHour } from './bounds.ts';
import { timeOf } from './uuid7.ts';

interface Visit {
  session: string;
  startedAt: number;
  lastAt: number;
}

/** What the window is asked about: a ping of a visitor who sent no session id. */
export interface Sighting {
  site: string;
  visitor: string;
  at: number;
  type: 'view' | 'engage';
  path: string;
  /** The ping's pageview, if it named one. */
  pageview: string | undefined;
}

/** Makes the id of a visitor's session that begins in a half hour. */
export type NameSession = (sighting: Sighting, halfHour: number) => string;

/** A few, because an import may jump about in time. */
const visitsKept = 4;

/**
 * The memory that gives sessions to pings without a session id, and pageviews to `engage` pings without one. It is
 * bounded by `limit` visitors and as many pageviews, the least recent are forgotten; it is lost with the process.
 *
 * A visit lives while pings come less than 30 minutes apart, for at most 24 hours. Reading for long does not end
 * it: an `engage` ping of a page that the visit remembers goes on with it after any silence. A new visit is named
 * after the visitor and the half hour in which it begins, so that other ingest processes, which see other pings
 * of the same visitor, mostly find the same name. No name is given to two visits that the window remembers: a ping
 * of the half hour in which a visit began is within its silence.
 */
export function createSessionWindow(nameSession: NameSession, limit = 100_000) {
  const visitsOf = new Recent<Visit[]>(limit);
  const lastViews = new Recent<string>(limit);

  const viewOf = (session: string, path: string): string | undefined => lastViews.get(`${session} ${path}`);

  function isStillRead(visit: Visit, { type, path, pageview, at }: Sighting): boolean {
    if (type === 'view' || !isOfThisVisit(timeOf(visit.session), at)) return false;
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

  return {
    /** The session that a ping belongs to; the ping counts as seen. */
    sessionOf(sighting: Sighting): string {
      const key = `${sighting.site} ${sighting.visitor}`;
      const visits = visitsOf.get(key) ?? [];
      const visit =
        visits.findLast((one) => isWithinTimeout(one, sighting.at) || isStillRead(one, sighting)) ??
        newVisit(sighting, visits);
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

function isWithinTimeout(visit: Visit, at: number): boolean {
  return (
    at > visit.startedAt - halfHourMs &&
    at < visit.lastAt + halfHourMs &&
    isOfThisVisit(timeOf(visit.session), at)
  );
}
