export interface Anchor {
  at: number;
  timezone: string;
}

const anchor = (time: string, timezone: string): Anchor => ({ at: Date.parse(time), timezone });

/** The present time of the service in these tests. */
export const now = Date.parse('2026-11-21T10:15:00.000Z');

/** Moments at which mistakes are likely; traffic and requests gather there. */
export const anchors: Anchor[] = [
  { at: now, timezone: 'UTC' },
  { at: now, timezone: 'Asia/Kathmandu' },
  // Clock changes, by the smallest step of all on Lord Howe Island.
  anchor('2026-03-29T01:00Z', 'Europe/Berlin'),
  anchor('2026-10-25T01:00Z', 'Europe/Berlin'),
  anchor('2026-03-08T07:00Z', 'America/New_York'),
  anchor('2026-11-01T06:00Z', 'America/New_York'),
  anchor('2026-10-03T15:30Z', 'Australia/Lord_Howe'),
  anchor('2026-04-04T15:00Z', 'Australia/Lord_Howe'),
  // A day without midnight, and one whose last hour occurs twice.
  anchor('2026-04-23T22:00Z', 'Africa/Cairo'),
  anchor('2026-10-29T21:00Z', 'Africa/Cairo'),
  // Midnight at the end of a month or year, in zones that do not differ by whole hours.
  anchor('2026-05-31T18:30Z', 'Asia/Kolkata'),
  anchor('2026-02-28T18:15Z', 'Asia/Kathmandu'),
  anchor('2026-01-01T00:00Z', 'UTC'),
  anchor('2024-02-29T00:00Z', 'UTC'),
];

export const timezones = [...new Set(anchors.map(({ timezone }) => timezone))];
