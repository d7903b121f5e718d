import type { Words } from '../en/en.ts';

export const journeys: Words['journeys'] = {
  about: 'Die Wege, die Besuche über Seiten und Ereignisse nehmen.',
  where: 'Wohin Besuche führen',
  file: 'Besuchswege',
  none: 'Kein Besuch dieses Zeitraums hat einen solchen Weg.',
  mostFrequent: (count, total, share) =>
    `Aus den ${count} häufigsten von ${total} Wegen: ${share} aller Besuche.`,
  percentages: 'Die Kästen zeigen Anteile an diesen Besuchen.',
  pageNames: { titles: 'Titel', paths: 'Pfade' },
  stepsShown: 'Gezeigte Schritte',
  from: 'Von',
  orTo: 'oder nach',
  to: 'Nach',
  single: 'Mit Besuchen von nur einer Seite',
  all: 'Alle Wege',
  table: 'Wege nach Zahl der Besuche',
  journey: 'Weg',
  flow: 'Wege als Flussbild',
  place: (number) => `Stelle ${number}`,
  others: 'Andere',
  left: 'Verlassen',
  notYet: 'Noch nicht da',
  stop: (name, visits, share) => `${name}: ${visits}, ${share}`,
};

export const retention: Words['retention'] = {
  about: 'Besucher nach der Zeit ihres ersten Besuchs, und wie viele von ihnen später wiederkamen.',
  returning: 'Besucher, die wiederkommen',
  file: 'Wiederkehr',
  cohortsBy: 'Kohorten nach',
  inCells: 'Zahlen in den Zellen',
  kinds: { shares: 'Anteile', visitors: 'Besucher' },
  nobody: 'In diesem Zeitraum war kein Besucher neu.',
  table: 'Wiederkehr nach Kohorte',
  newVisitorsOf: 'Neue Besucher von',
  after: {
    day: (number) => `Tag ${number}`,
    week: (number) => `Woche ${number}`,
    month: (number) => `Monat ${number}`,
  },
  average: 'Durchschnitt',
  noneBefore: {
    day: (day) => `Vor ${day} gab es keine neuen Besucher.`,
    week: (week) => `Vor der Woche ab ${week} gab es keine neuen Besucher.`,
    month: (month) => `Vor ${month} gab es keine neuen Besucher.`,
  },
  averageOf:
    'Der Durchschnitt zählt jeden Besucher einmal, ohne schraffierte Zellen, deren Zeitraum nicht zu Ende ist.',
  ofVisitors: (count, visitors) => `${visitors}, davon ${count}`,
};
