import type { Words } from '../en/en.ts';

export const journeys: Words['journeys'] = {
  about: 'Les chemins des visites à travers pages et événements.',
  where: 'Où vont les visites',
  file: 'parcours',
  none: 'Aucune visite de cette période n’a un tel parcours.',
  mostFrequent: (count, total, share) =>
    `Parmi les ${count} plus fréquents de ${total} parcours : ${share} de toutes les visites.`,
  percentages: 'Les cases montrent des parts de ces visites.',
  pageNames: { titles: 'Titres', paths: 'Chemins' },
  stepsShown: 'Étapes affichées',
  from: 'Depuis',
  orTo: 'ou vers',
  to: 'Vers',
  single: 'Avec les visites d’une seule page',
  all: 'Tous les parcours',
  table: 'Parcours par nombre de visites',
  journey: 'Parcours',
  flow: 'Parcours en flux',
  place: (number) => `Position ${number}`,
  others: 'Autres',
  left: 'Sorties',
  notYet: 'Pas encore là',
  stop: (name, visits, share) => `${name} : ${visits}, ${share}`,
};

export const retention: Words['retention'] = {
  about: 'Les visiteurs selon le moment de leur première visite, et combien sont revenus plus tard.',
  returning: 'Visiteurs qui reviennent',
  file: 'rétention',
  cohortsBy: 'Cohortes par',
  inCells: 'Nombres dans les cases',
  kinds: { shares: 'Parts', visitors: 'Visiteurs' },
  nobody: 'Aucun visiteur n’était nouveau sur cette période.',
  table: 'Rétention par cohorte',
  newVisitorsOf: 'Nouveaux visiteurs de',
  after: {
    day: (number) => `Jour ${number}`,
    week: (number) => `Semaine ${number}`,
    month: (number) => `Mois ${number}`,
  },
  average: 'Moyenne',
  noneBefore: {
    day: (day) => `Avant le ${day}, aucun nouveau visiteur.`,
    week: (week) => `Avant la semaine du ${week}, aucun nouveau visiteur.`,
    month: (month) => `Avant ${month}, aucun nouveau visiteur.`,
  },
  averageOf:
    'La moyenne compte chaque visiteur une fois, sans les cases hachurées, dont la période n’est pas finie.',
  ofVisitors: (count, visitors) => `${count} sur ${visitors}`,
};
