import type { Words } from '../en/en.ts';

export const home: Words['home'] = {
  group: 'Grupo',
  allGroups: 'Todos los grupos',
  byGroup: 'Por grupo',
  silent: (count) => `${count} sin señal`,
  reportsOfThese: 'Informe conjunto',
  columns: { name: 'Sitio', online: 'Ahora', silence: 'Último ping' },
  overThePeriod: 'Páginas vistas en el periodo',
  trend: 'Tendencia',
  noGroup: 'Sin grupo',
  count: { one: (count) => `${count} sitio`, other: (count) => `${count} sitios` },
  ofGroup: (group) => `de ${group}`,
  noPingsFor: (time) => `sin pings desde hace ${time}`,
};
