import type { Words } from '../en/en.ts';

export const realtime: Words['realtime'] = {
  about: 'Die letzte halbe Stunde, alle 4 Sekunden aktualisiert.',
  rightNow: 'Gerade jetzt',
  nobody: 'Gerade keine Besucher.',
  nobodyLately: 'Keine Besucher in der letzten halben Stunde.',
  lastHalfHour: 'Letzte halbe Stunde',
  byMinute: 'Besucher pro Minute',
  visitors: { one: () => 'Besucher,', other: () => 'Besucher,' },
  minutesBefore: (minutes) => `−${minutes} Min.`,
  aMinute: (count) => `${count} pro Minute`,
  inFiveMinutes: { one: () => 'Besucher in 5 Minuten', other: () => 'Besucher in 5 Minuten' },
  visitorsNow: 'Besucher jetzt',
  happening: 'Seitenaufrufe, während sie geschehen',
  asItHappens: 'Live',
  newest: 'Neueste Seitenaufrufe',
  today: { unique_visitors: 'Besucher heute', pageviews: 'Seitenaufrufe heute' },
};
