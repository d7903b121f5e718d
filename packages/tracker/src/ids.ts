import { isOn } from './options.ts';
import { read, write } from './storage.ts';
import { uuid7 } from './uuid7.ts';

/** A session ends after half an hour of silence, in all tabs. */
const idleMs = 1_800_000;
/** And after 23 hours. Ingest takes ids up to a day old, by its own clock. */
const longestMs = 82_800_000;

const visitorKey = 'tallyhouse_visitor';
const sessionKey = 'tallyhouse_session';

/** Undefined where nothing can or may be stored: ingest derives both ids then. */
export let visitorId: string | undefined;
/** Without storage the page's own, good only to tell that a session has ended. */
export let sessionId = '';
let entry: string | undefined;

/**
 * A session's entry, `<id> <begun> <used>` with times in milliseconds since 1970: the kept one prolonged, or a new one.
 */
export function nextSession(kept = ''): string {
  const [id, begun, used] = kept.split(' ');
  const now = Date.now();
  const goesOn = now - Number(used) < idleMs && now - Number(begun) < longestMs;
  return goesOn ? `${id} ${begun} ${now}` : `${uuid7()} ${now} ${now}`;
}

/** Finds the visitor and the session, which all tabs of the site share, and prolongs the session. */
export function refreshIds(): void {
  const visitor = read(visitorKey) || uuid7();
  const isKept = !isOn('cookieless') && write(visitorKey, visitor);
  entry = nextSession(isKept ? read(sessionKey) : entry);
  if (isKept) write(sessionKey, entry);
  visitorId = isKept ? visitor : undefined;
  sessionId = entry.slice(0, 36);
}

export function forgetIds(): void {
  write(visitorKey);
  write(sessionKey);
}
