export interface Timezone {
  /** For responses: the name as sent, in the IANA database's case where known. */
  name: string;
  /** For ClickHouse, where names are case-sensitive. */
  canonical: string;
}

/**
 * Names are accepted in any case; undefined when there is no such zone. An old name (Asia/Calcutta, or a name that the runtime
 * takes for old: its canonical name of Asia/Kathmandu is Asia/Katmandu) stays as it is.
 */
export function parseTimezone(text: string): Timezone | undefined {
  // Newer runtimes also accept offsets such as +03:00, which are no IANA names and unknown to ClickHouse.
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return undefined;
  try {
    const canonical = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    const sameName = canonical.toLowerCase() === text.toLowerCase();
    return { name: sameName ? canonical : text, canonical };
  } catch {
    return undefined; // Intl throws a RangeError for an unknown zone.
  }
}
