import { options } from './options.ts';
import { nextSession } from './session.ts';
import { stored } from './storage.ts';
import { uuid7 } from './uuid7.ts';

const visitorKey = 'tallyhouse_visitor';
const sessionKey = 'tallyhouse_session';

/** Undefined when storage is blocked or not allowed: ingest then derives both ids. */
export let visitorId: string | undefined;
/** Without storage it is known only to this page, and used to notice the end of a session. */
export let sessionId: string;
let entry: string | undefined;

/**
 * Finds the visitor and the session, which all tabs of the site share, and extends the session.
 * @param session of the view, which keeps it while it lasts, whatever other tabs do; empty before the view has one
 * @param isEvent of a page without a view: the session is neither extended nor begun
 */
export const refreshIds = (session: string, isEvent?: boolean): void => {
  if (!('cookieless' in options)) {
    // Not overwritten: another tab may have just written one.
    visitorId = stored(visitorKey) || stored(visitorKey, uuid7());
  }
  entry = nextSession([session && entry, visitorId ? stored(sessionKey) : entry]);
  if (visitorId && !isEvent) stored(sessionKey, entry);
  sessionId = entry.slice(0, 36);
};

export const forgetIds = (): void => {
  stored(visitorKey, '');
  stored(sessionKey, '');
};
