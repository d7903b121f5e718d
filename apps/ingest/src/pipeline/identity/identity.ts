import { emptyRow, idAge, timeInId, uuid7, uuid7Bytes } from '@tallyhouse/ping';
import { type Outcome, okWith } from '../outcome.ts';
import type { Ping, Validated } from '../validate.ts';
import { startOfMonth } from './bounds.ts';
import { createMonthlyKeys, deriveId } from './derive.ts';
import { storedId, visitorIdAt } from './sent-ids.ts';
import { createSentSessions, type Known } from './sent-sessions.ts';
import { createSessionWindow, type Sighting, type WindowMemory } from './session-window.ts';

export interface Ids {
  visitor_id: string;
  session_id: string;
  pageview_id: string;
}

type Identified = Validated & { ip: string; userAgent: string; isProxied?: boolean };

export type Identify = <T extends Identified>(arrived: T) => Outcome<T & { ids: Ids }>;

/** The state kept from ping to ping (visit-file.ts stores it). */
export interface Memory {
  window?: WindowMemory | undefined;
  sessions?: Known | undefined;
}

/**
 * Assigns every ping its three ids, lower-case UUIDv7:
 *
 * - The id of a visitor or pageview follows only from the sent id and its site (sent-ids.ts).
 * - The time in a session's id is near its pings, because sort and partition keys are computed from it (sent-sessions.ts).
 * - A missing id is assigned: the visitor's is derived from address and user agent, for a month; the session's comes from the visitor's
 *   pings (session-window.ts); the pageview's is random for a `view`, and for an `engage` it is the one that the session last opened at
 *   that path.
 *
 * Ids are derived with the secret, so that no one can find the address or name by trial.
 * @param visitorIdDays the lifetime of a visitor's id; 0 for no limit
 */
export function identify(
  secret: string,
  random: (size: number) => Uint8Array,
  memory: Memory = {},
  visitorIdDays = 0,
): Identify {
  const monthlyKey = createMonthlyKeys(secret);
  const storedSession = createSentSessions(secret, memory.sessions);
  const window = createSessionWindow(
    ({ site, visitor }, halfHour) => deriveId(secret, halfHour, 'session of', site, visitor, halfHour),
    memory.window,
  );

  function visitorOf(ping: Ping, ip: string, userAgent: string): string {
    const { site_id: site, visitor_id: sent, pinged_at: at } = ping;
    if (sent !== undefined) return visitorIdAt(secret, site, sent, at, visitorIdDays);
    const ofMonth = (time: number) => deriveId(monthlyKey(time), startOfMonth(time), site, ip, userAgent);
    const visitor = ofMonth(at);
    const begun = startOfMonth(at);
    if (at >= begun + idAge) return visitor;
    // A visit that began in the previous month continues under its id.
    const earlier = ofMonth(begun - 1);
    return window.goesOn(sightingOf(ping, earlier)) ? earlier : visitor;
  }

  function pageviewFor({ site_id, type, page_path, pinged_at: at }: Ping, session: string): string {
    if (type === 'view') return uuid7(at, random(uuid7Bytes));
    return (
      window.viewOf(session, page_path) ??
      deriveId(secret, timeInId(session), 'pageview at', site_id, session, page_path)
    );
  }

  /**
   * An event has the ids that it names; the others are those that a view would have, unless the sender speaks for a visitor. It opens no
   * pageview.
   */
  function idsOfEvent({ ping, ip, userAgent, sender, isProxied }: Identified): Ids {
    const keyed = sender.keyed || isProxied;
    const { visitor_id: sentVisitor, session_id: sentSession } = ping;
    const visitor = sentVisitor || !keyed ? visitorOf(ping, ip, userAgent) : emptyRow.visitor_id;
    const session = sentSession
      ? storedSession(ping, sentSession)
      : keyed
        ? emptyRow.session_id
        : window.sessionAt(sightingOf(ping, visitor));
    return { visitor_id: visitor, session_id: session, pageview_id: emptyRow.pageview_id };
  }

  return function identified<T extends Identified>(arrived: T): Outcome<T & { ids: Ids }> {
    const { ping, ip, userAgent } = arrived;
    if (ping.type === 'event') return okWith(arrived, { ids: idsOfEvent(arrived) });
    const visitor = visitorOf(ping, ip, userAgent);
    const named = ping.pageview_id && storedId(secret, 'pageview', ping.site_id, ping.pageview_id);
    const session = ping.session_id
      ? storedSession(ping, ping.session_id)
      : window.sessionOf(sightingOf(ping, visitor, named));
    const pageview = named ?? pageviewFor(ping, session);
    if (ping.type === 'view') window.rememberView(session, ping.page_path, pageview);
    return okWith(arrived, { ids: { visitor_id: visitor, session_id: session, pageview_id: pageview } });
  };
}

function sightingOf(ping: Ping, visitor: string, pageview?: string): Sighting {
  const { site_id: site, pinged_at: at, type, page_path: path } = ping;
  return { site, visitor, at, type, path, pageview };
}
