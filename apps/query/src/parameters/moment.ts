import { DateTime } from 'luxon';
import type { Parameter } from './parameter.ts';

/** The value of `start` or `end`. Its meaning depends on the time zone: see range.ts. */
export type Moment =
  /** A local date, or a local time: as though it were UTC, milliseconds since 1970. */
  | { kind: 'date' | 'local'; shown: number }
  /** Milliseconds since 1970. */
  | { kind: 'instant'; at: number };

// Luxon also accepts week dates, basic formats and years of six digits. A space before an offset is a `+` that was not percent-encoded.
export const form =
  /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+ -](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

const moment = {
  accepts:
    'an ISO 8601 date (2026-11-21) or time (2026-11-21T10:15:00Z, 2026-11-21T10:15:00+02:00) from 1970 to 2199',
  default: undefined,
  parse: parseMoment,
};

export const start: Parameter<Moment, undefined> = {
  ...moment,
  name: 'start',
  description:
    'Start of the report. A date means its local midnight; a time without offset is local. With end it overrides period; without end, the report ends now.',
  schema: { type: 'string', pattern: form.source, examples: ['2026-11-01', '2026-11-20T10:15:00Z'] },
};

export const end: Parameter<Moment, undefined> = {
  ...moment,
  name: 'end',
  description:
    'End of the report, excluded; a date includes that whole local day. Alone, the report covers the period that ends here.',
  schema: { type: 'string', pattern: form.source, examples: ['2026-11-21', '2026-11-21T10:15:00Z'] },
};

/** Parses a moment; undefined when it is invalid. */
export function parseMoment(text: string): Moment | undefined {
  const [, date, time, offset] = form.exec(text) ?? [];
  if (!date) return undefined;
  const iso = `${date}${time ?? ''}${offset?.replace(' ', '+') ?? ''}`;
  const parsed = DateTime.fromISO(iso, { zone: 'utc', setZone: true });
  // Far years are valid, but outside ClickHouse's range (1900 to 2299).
  if (!parsed.isValid || parsed.year < 1970 || parsed.year > 2199) return undefined;
  if (offset) return { kind: 'instant', at: parsed.toMillis() };
  return { kind: time ? 'local' : 'date', shown: parsed.toMillis() };
}
