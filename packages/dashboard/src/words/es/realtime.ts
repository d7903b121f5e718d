import type { Words } from '../en/en.ts';

export const realtime: Words['realtime'] = {
  about: 'La última media hora, actualizada cada 4 segundos.',
  rightNow: 'Ahora mismo',
  nobody: 'No hay visitantes ahora mismo.',
  nobodyLately: 'No hay visitantes en la última media hora.',
  lastHalfHour: 'Última media hora',
  byMinute: 'Visitantes por minuto',
  visitors: { one: () => 'visitante,', other: () => 'visitantes,' },
  minutesBefore: (minutes) => `−${minutes} min`,
  aMinute: (count) => `${count} por minuto`,
  inFiveMinutes: { one: () => 'visitante en 5 minutos', other: () => 'visitantes en 5 minutos' },
  visitorsNow: 'Visitantes ahora',
  happening: 'Páginas vistas en directo',
  asItHappens: 'En directo',
  newest: 'Últimas páginas vistas',
  today: { unique_visitors: 'Visitantes hoy', pageviews: 'Páginas vistas hoy' },
};
