import type { Words } from '../en/en.ts';

export const home: Words['home'] = {
  group: 'Gruppe',
  allGroups: 'Alle Gruppen',
  byGroup: 'Nach Gruppe',
  silent: (count) => `${count} still`,
  reportsOfThese: 'Gesamtbericht',
  columns: { name: 'Website', online: 'Jetzt', silence: 'Letzter Ping' },
  overThePeriod: 'Seitenaufrufe im Zeitraum',
  trend: 'Verlauf',
  noGroup: 'Keine Gruppe',
  count: { one: (count) => `${count} Website`, other: (count) => `${count} Websites` },
  ofGroup: (group) => `von ${group}`,
  noPingsFor: (time) => `keine Pings seit ${time}`,
};
