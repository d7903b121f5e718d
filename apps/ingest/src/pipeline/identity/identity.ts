import { emptyRow } from '@tallyhouse/ping';
import { type Outcome, okWith } from '../outcome.ts';
import type { Ping, Validated } from '../validate.ts';
import { isOfAVisitor, isOfThisVisit, startOfDay, startOfMonth } from './bounds.ts';
import { createMonthlyKeys, deriveId } from './derive.ts';
import { createSessionWindow } from './session-window.ts';
import { isUuid7, timeOf, uuid7, uuid7Bytes } from './uuid7.ts';

export interface Ids {
  visitor_id: string;
  session_id: string;
  pageview_id: string;
}

/** The step that assigns ids. */
export type Identify = <T extends Validated & { ip: string; userAgent: string }>(
  arrived: T,
) => Outcome<T & { ids: Ids }>;

/**
 * Assigns every ping its three ids: lower-case UUIDv7 whose time is near the ping's own. Sort and partition keys are
 * computed from that time, so that all rows of one id meet.
 *
 * An id from the tracker is kept. One of another form or time is replaced by one derived from it, the site and the
 * day (visitor: the month). A missing one is assigned: the visitor's is derived from address and user agent, for a
 * month; the session's comes from the visitor's pings (session-window.ts); the pageview's is random for a `view`, and
 * for an `engage` it is the one that the session last opened at that path.
 *
 * Ids are derived with the secret, so that nobody can find the address or name behind one by trial.
 */
export function identify(secret: string, random: (size: number) => Uint8Array): Identify {
  const monthlyKey = createMonthlyKeys(secret);
  const window = createSessionWindow(({ site, visitor }, halfHour) =>
    deriveId(secret, halfHour, 'session of', site, visitor, halfHour),
  );

  function visitorOf(ping: Ping, ip: string, userAgent: string): string {
    const { site_id: site, visitor_id: sent, pinged_at: at } = ping;
    if (sent === undefined) return deriveId(monthlyKey(at), startOfMonth(at), site, ip, userAgent);
    return asSent(sent, (madeAt) => isOfAVisitor(madeAt, at)) ?? derived('visitor', ping, sent, startOfMonth);
  }

  function sentOrDerived(kind: 'session' | 'pageview', ping: Ping, sent: string): string {
    return (
      asSent(sent, (madeAt) => isOfThisVisit(madeAt, ping.pinged_at)) ?? derived(kind, ping, sent, startOfDay)
    );
  }

  function derived(
    kind: string,
    { site_id, pinged_at }: Ping,
    sent: string,
    start: (time: number) => number,
  ) {
    return deriveId(secret, start(pinged_at), kind, site_id, sent);
  }

  function pageviewFor({ site_id, type, page_path, pinged_at: at }: Ping, session: string): string {
    if (type === 'view') return uuid7(at, random(uuid7Bytes));
    const viewed = window.viewOf(session, page_path);
    if (viewed !== undefined && isOfThisVisit(timeOf(viewed), at)) return viewed;
    return deriveId(secret, startOfDay(at), 'pageview at', site_id, session, page_path);
  }

  /** An event has the ids that it names, and without the key those that a view would have. It opens no pageview. */
  function idsOfEvent(ping: Ping, ip: string, userAgent: string, keyed: boolean): Ids {
    const { site_id: site, visitor_id: sentVisitor, session_id: sentSession, pinged_at: at } = ping;
    const anyTime = () => true;
    const visitor = sentVisitor
      ? (asSent(sentVisitor, anyTime) ?? derived('visitor', ping, sentVisitor, startOfMonth))
      : keyed
        ? emptyRow.visitor_id
        : visitorOf(ping, ip, userAgent);
    const session = sentSession
      ? (asSent(sentSession, anyTime) ?? derived('session', ping, sentSession, startOfDay))
      : keyed
        ? emptyRow.session_id
        : window.sessionAt({
            site,
            visitor,
            at,
            type: ping.type,
            path: ping.page_path,
            pageview: undefined,
          });
    return { visitor_id: visitor, session_id: session, pageview_id: emptyRow.pageview_id };
  }

  return function identified<T extends Validated & { ip: string; userAgent: string }>(
    arrived: T,
  ): Outcome<T & { ids: Ids }> {
    const { ping, ip, userAgent, sender } = arrived;
    if (ping.type === 'event') return okWith(arrived, { ids: idsOfEvent(ping, ip, userAgent, sender.keyed) });
    const visitor = visitorOf(ping, ip, userAgent);
    const named = ping.pageview_id && sentOrDerived('pageview', ping, ping.pageview_id);
    const session = ping.session_id
      ? sentOrDerived('session', ping, ping.session_id)
      : window.sessionOf({
          site: ping.site_id,
          visitor,
          at: ping.pinged_at,
          type: ping.type,
          path: ping.page_path,
          pageview: named,
        });
    const pageview = named ?? pageviewFor(ping, session);
    if (ping.type === 'view') window.rememberView(session, ping.page_path, pageview);
    return okWith(arrived, {
      ids: { visitor_id: visitor, session_id: session, pageview_id: pageview },
    });
  };
}

function asSent(sent: string, isTimely: (madeAt: number) => boolean): string | undefined {
  const id = sent.toLowerCase();
  return isUuid7(id) && isTimely(timeOf(id)) ? id : undefined;
}
