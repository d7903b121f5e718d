import { uuid7 } from './uuid7.ts';

/** A session ends after half an hour of silence, in all tabs. */
const idleMs = 1_800_000;
/** And after 23 hours. Ingest takes ids up to a day old, by its own clock. */
const longestMs = 82_800_000;

/**
 * A session's entry, `<id> <begun> <used>` with times in milliseconds since 1970: the first of these that goes on,
 * prolonged, or a new one.
 */
export function nextSession(entries: readonly (string | undefined)[]): string {
  const now = Date.now();
  for (const entry of entries) {
    const [id, begun, used] = (entry || '').split(' ');
    if (now - Number(used) < idleMs && now - Number(begun) < longestMs) return `${id} ${begun} ${now}`;
  }
  return `${uuid7()} ${now} ${now}`;
}
