/** Visitors who are there now. */
export const realtime = {
  about: 'The last half hour, updated every 4 seconds.',
  rightNow: 'Right now',
  nobody: 'No visitors right now.',
  nobodyLately: 'No visitors in the last half hour.',
  lastHalfHour: 'Last half hour',
  byMinute: 'Visitors by minute',
  /** For screen readers, between a count and its minute. */
  visitors: { one: (_count: string) => 'visitor,', other: (_count: string) => 'visitors,' },
  minutesBefore: (minutes: string) => `−${minutes} min`,
  aMinute: (count: string) => `${count} a minute`,
  inFiveMinutes: {
    one: (_count: string) => 'visitor in 5 minutes',
    other: (_count: string) => 'visitors in 5 minutes',
  },
  visitorsNow: 'Visitors now',
  happening: 'Pageviews as they happen',
  asItHappens: 'As it happens',
  newest: 'Newest pageviews',
  today: { unique_visitors: 'Visitors today', pageviews: 'Pageviews today' },
};
