import { isOn } from './options.ts';
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
  const visitor = read(visitorKey) || uuid7();
  const isKept = !isOn('cookieless') && write(visitorKey, visitor);
  entry = nextSession([session && entry, isKept ? read(sessionKey) : entry]);
  if (isKept) write(sessionKey, entry);
  visitorId = isKept ? visitor : undefined;
  sessionId = entry.slice(0, 36);
}

export function forgetIds(): void {
  write(visitorKey);
  write(sessionKey);
}
