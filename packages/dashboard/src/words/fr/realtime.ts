import type { Words } from '../en/en.ts';

export const realtime: Words['realtime'] = {
  about: 'La dernière demi-heure, mise à jour toutes les 4 secondes.',
  rightNow: 'En ce moment',
  nobody: 'Aucun visiteur en ce moment.',
  nobodyLately: 'Aucun visiteur dans la dernière demi-heure.',
  lastHalfHour: 'Dernière demi-heure',
  byMinute: 'Visiteurs par minute',
  visitors: { one: () => 'visiteur,', other: () => 'visiteurs,' },
  minutesBefore: (minutes) => `−${minutes} min`,
  aMinute: (count) => `${count} par minute`,
  inFiveMinutes: { one: () => 'visiteur en 5 minutes', other: () => 'visiteurs en 5 minutes' },
  visitorsNow: 'Visiteurs maintenant',
  happening: 'Pages vues en direct',
  asItHappens: 'En direct',
  newest: 'Dernières pages vues',
  today: { unique_visitors: 'Visiteurs aujourd’hui', pageviews: 'Pages vues aujourd’hui' },
};
