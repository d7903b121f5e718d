import { idAge, isUuid7, timeInId } from '@tallyhouse/ping';
import { Recent } from '@tallyhouse/service';
import type { Ping } from '../validate.ts';
import { hourMs, isOfThisVisit } from './bounds.ts';
import { deriveId } from './derive.ts';

/** What is read of a ping. */
type Sent = Pick<Ping, 'site_id' | 'pageview_id' | 'pinged_at' | 'type'>;

/** The stored id of a session by its sent id, until the process restarts, or (visit-file.ts) longer. */
export interface Known {
  get(key: string): string | undefined;
  set(key: string, id: string): void;
}

/** A clock that is further ahead makes derived ids: less than `idLead`, because an earlier ping of the visit may arrive later. */
const fast = 1.25 * hourMs;
/** So does a clock that is further behind: less than `idAge`, because the visit continues. */
const slow = 23 * hourMs;
/** A clock that is ahead by less counts as right. */
const right = hourMs / 12;
const halfDay = 12 * hourMs;
/**
 * The least distance of a derived id before a ping; it is at most half a day more, because other pings of the visit may be earlier and
 * later. Clocks are wrong by whole and half hours, and by days: no half day ends at such an error.
 */
const room = 6.4 * hourMs;

/**
 * Decides the stored ids of sessions. The table of sessions is sorted by the time inside an id, which has to be near the pings
 * (packages/ping/src/id-bounds.ts); it comes from the visitor's clock.
 *
 * 1. The stored id of a session stays the same for all pings near it, and for later events.
 * 2. A UUIDv7 near the ping stays as it is. An event may name a session of any age.
 * 3. Any other id is derived from the site and the sent id. Its time is the sent one (or, without a time, one that follows from the id),
 *    moved by half days until it is near the ping: so processes that do not know of each other agree, unless a visit crosses the end of
 *    its half day.
 */
export function createSentSessions(secret: string, known: Known = new Recent<string>(100_000)) {
  return function storedSession(ping: Sent, session: string): string {
    const { site_id: site, pinged_at: at, type } = ping;
    const lower = session.toLowerCase();
    const id = isUuid7(lower) ? lower : session;
    const key = `${site} ${id}`;
    const before = known.get(key);
    if (before !== undefined && isOfThisVisit(timeInId(before), at, type)) return before;
    const madeAt = isUuid7(id) ? timeInId(id) : undefined;
    const isKept = madeAt !== undefined && isNear(madeAt, ping);
    const stored = isKept
      ? id
      : deriveId(secret, near(at, madeAt ?? phaseOf(secret, site, id)), 'session', site, id);
    // Nearly all clocks are right: their ids stay as they are, known or not.
    if (!isKept || isDoubtful(madeAt, ping)) known.set(key, stored);
    return stored;
  };
}

/** Whether another ping of the visit could have another result. */
const isDoubtful = (madeAt: number, { pinged_at: at, type }: Sent) =>
  madeAt > at + right || (madeAt < at - halfDay && type !== 'event');

function isNear(madeAt: number, { type, pageview_id, pinged_at: at }: Sent): boolean {
  if (madeAt > at + fast) return false;
  if (type === 'event') return true;
  // A view is sent when its id is made, so the id shows how slow the clock is. A session may be a day old with a correct clock.
  const view = type === 'view' ? (pageview_id?.toLowerCase() ?? '') : '';
  const isSlow = isUuid7(view) && timeInId(view) >= madeAt && timeInId(view) < at - slow;
  return madeAt >= at - idAge && !isSlow;
}

/** The time that is `room` to `room` and half a day before a ping, and differs from another one by half days. */
function near(at: number, phase: number): number {
  const latest = at - room;
  return latest - ((((latest - phase) % halfDay) + halfDay) % halfDay);
}

/** A time for an id without one. */
function phaseOf(secret: string, site: string, id: string): number {
  return Number.parseInt(deriveId(secret, 0, 'phase', site, id).slice(-8), 16);
}
