import type { Words } from '../en/en.ts';

export const access: Words['access'] = {
  newKey: 'Clave nueva',
  forWhom: 'Para quién o para qué es',
  makeKey: 'Crear la clave',
  keyMade: (name) => `La clave de ${name}. Se muestra solo esta vez: cópiela ahora.`,
  linkWith: 'Un enlace para iniciar sesión con esta clave:',
  keys: 'Claves',
  noKeys: 'Aún no hay claves. La clave del propio servicio, `API_KEY`, no está en la lista.',
  validFor: 'Válida durante',
  lifetimes: { 7: '7 días', 30: '30 días', 90: '90 días', 365: 'un año', never: 'tiempo ilimitado' },
  itMay: 'Permite',
  rights: {
    read: 'Ver los informes',
    export: 'Descargar todas las visitas y páginas vistas',
    personal: 'Ver direcciones de visitantes en las descargas',
    send: 'Enviar pings desde un servidor',
    annotate: 'Escribir anotaciones',
    manage: 'Cambiar sitios y claves',
  },
  allSites: 'Todos los sitios, también los futuros',
  allOf: (group) => `Todos los de ${group}`,
  without: (site) => `Sin ${site}`,
  allKeys: 'Todas las claves',
  columns: { name: 'Nombre', sites: 'Sitios', rights: 'Permisos', expires: 'Caduca', used: 'Último uso' },
  yours: 'la suya',
  expired: 'caducada',
  noUse: 'sin uso conocido',
  revoke: 'Revocar',
  revokeKey: (name) => `Revocar ${name}`,
  reallyRevoke: (name) => `¿Revocar la clave «${name}»? Nadie podrá volver a iniciar sesión con ella.`,
  reallyRevokeOwn: (name) =>
    `¿Revocar la clave «${name}»? Nadie podrá volver a iniciar sesión con ella. Su sesión usa esta clave: se cerrará.`,
  revoked: (name) => `La clave «${name}» está revocada.`,
};

export const share: Words['share'] = {
  thisView: 'Esta vista',
  whoSees: 'Quien tenga una clave de este sitio ve lo que usted ve.',
  withoutKey: 'Un enlace para alguien sin clave',
  whatItDoes: 'Muestra los informes de este sitio y no permite cambiar nada. Se revoca en la página Acceso.',
  notHere: 'Abra un sitio, con una clave que pueda cambiar sitios y claves.',
  forWhom: 'Para quién es',
  makeLink: 'Crear el enlace',
  linkMade: (name) => `El enlace de ${name}. Se muestra solo esta vez: cópielo ahora.`,
  inFrame: 'Lo mismo dentro de una página suya, si el ajuste `EMBED_ORIGINS` la nombra:',
  frameTitle: (site) => `Visitantes de ${site}`,
};
