import { options } from './options.ts';
import { nextSession } from './session.ts';
import { read, write } from './storage.ts';
import { uuid7 } from './uuid7.ts';

const visitorKey = 'tallyhouse_visitor';
const sessionKey = 'tallyhouse_session';

/** Undefined where nothing can or may be stored: ingest derives both ids then. */
export let visitorId: string | undefined;
/** Without storage the page's own, good only to tell that a session has ended. */
export let sessionId = '';
let entry: string | undefined;

/**
 * Finds the visitor and the session, which all tabs of the site share, and prolongs the session.
 * @param session of the view, which stays in it while it lasts, whatever other tabs say; empty before it is in one
 */
export function refreshIds(session: string): void {
  if (!('cookieless' in options)) {
    // Not written again: another tab may have written one just now.
    if (!read(visitorKey)) write(visitorKey, uuid7());
    visitorId = read(visitorKey);
  }
  entry = nextSession([session && entry, visitorId ? read(sessionKey) : entry]);
  if (visitorId) write(sessionKey, entry);
  sessionId = entry.slice(0, 36);
}

export function forgetIds(): void {
  write(visitorKey);
  write(sessionKey);
}
