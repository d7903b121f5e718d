import type { Words } from '../en/en.ts';

export const home: Words['home'] = {
  group: 'Groupe',
  allGroups: 'Tous les groupes',
  byGroup: 'Par groupe',
  silent: (count) => `${count} sans signal`,
  reportsOfThese: 'Rapport d’ensemble',
  columns: { name: 'Site', online: 'En direct', silence: 'Dernier ping' },
  overThePeriod: 'Pages vues sur la période',
  trend: 'Tendance',
  noGroup: 'Sans groupe',
  count: { one: (count) => `${count} site`, other: (count) => `${count} sites` },
  ofGroup: (group) => `de ${group}`,
  noPingsFor: (time) => `aucun ping depuis ${time}`,
};
