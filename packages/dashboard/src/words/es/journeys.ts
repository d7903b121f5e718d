import type { Words } from '../en/en.ts';

export const journeys: Words['journeys'] = {
  about: 'Los caminos que siguen las visitas por páginas y eventos.',
  where: 'Adónde van las visitas',
  file: 'recorridos',
  none: 'Ninguna visita de este periodo tiene un recorrido así.',
  mostFrequent: (count, total, share) =>
    `De los ${count} más frecuentes de ${total} recorridos: ${share} de todas las visitas.`,
  percentages: 'Las cajas muestran porcentajes de estas visitas.',
  pageNames: { titles: 'Títulos', paths: 'Rutas' },
  stepsShown: 'Pasos mostrados',
  from: 'Desde',
  orTo: 'o hasta',
  to: 'Hasta',
  single: 'Con visitas de una sola página',
  all: 'Todos los recorridos',
  table: 'Recorridos por número de visitas',
  journey: 'Recorrido',
  flow: 'Recorridos como flujo',
  place: (number) => `Posición ${number}`,
  others: 'Otros',
  left: 'Salieron',
  notYet: 'Aún no están',
  stop: (name, visits, share) => `${name}: ${visits}, ${share}`,
};

export const retention: Words['retention'] = {
  about: 'Los visitantes según el momento de su primera visita, y cuántos volvieron después.',
  returning: 'Visitantes que vuelven',
  file: 'retención',
  cohortsBy: 'Cohortes por',
  inCells: 'Números en las celdas',
  kinds: { shares: 'Porcentajes', visitors: 'Visitantes' },
  nobody: 'Ningún visitante era nuevo en este periodo.',
  table: 'Retención por cohorte',
  newVisitorsOf: 'Visitantes nuevos de',
  after: {
    day: (number) => `Día ${number}`,
    week: (number) => `Semana ${number}`,
    month: (number) => `Mes ${number}`,
  },
  average: 'Media',
  noneBefore: {
    day: (day) => `No hay visitantes nuevos antes del ${day}.`,
    week: (week) => `No hay visitantes nuevos antes de la semana del ${week}.`,
    month: (month) => `No hay visitantes nuevos antes de ${month}.`,
  },
  averageOf:
    'La media cuenta a cada visitante una vez, sin las celdas rayadas, cuyo periodo no ha terminado.',
  ofVisitors: (count, visitors) => `${count} de ${visitors}`,
};
