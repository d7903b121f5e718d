import type { Parameter } from './parameter.ts';

export interface Timezone {
  /** For the answer: the name as sent, in the case of the IANA database where that is known. */
  name: string;
  /** For ClickHouse, which knows zones in exact case only. */
  canonical: string;
}

export const timezone: Parameter<Timezone, string> = {
  name: 'timezone',
  description: 'The IANA time zone in which days and hours begin.',
  accepts: 'the name of an IANA time zone, such as UTC or Europe/Paris',
  schema: { type: 'string', examples: ['UTC', 'Europe/Paris'] },
  default: 'UTC',
  parse: parseTimezone,
};

/**
 * Names are taken in any case. An old name (Asia/Calcutta, or what the runtime holds to be one: its canonical
 * name of Asia/Kathmandu is Asia/Katmandu) is repeated to the caller as it came.
 */
function parseTimezone(text: string): Timezone | undefined {
  // Newer runtimes take offsets such as +03:00 too. They are no IANA names, and ClickHouse does not know them.
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(text)) return undefined;
  try {
    const canonical = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    const sameName = canonical.toLowerCase() === text.toLowerCase();
    return { name: sameName ? canonical : text, canonical };
  } catch {
    return undefined; // Intl throws a RangeError for a zone that it does not know.
  }
}
