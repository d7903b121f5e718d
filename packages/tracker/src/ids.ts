import { options } from './options.ts';
import { nextSession } from './session.ts';
import { read, write } from './storage.ts';
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
 */
export function refreshIds(session: string): void {
  if (!('cookieless' in options)) {
    // Not overwritten: another tab may have just written one.
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
