import type { Words } from '../en/en.ts';

export const setup: Words['setup'] = {
  title: 'Configurar un sitio',
  noNumbers: (site) => `No hay números de ${site}`,
  whyNone:
    'O bien nadie lo ha visitado aún, y sus números aparecen aquí con la primera visita, o bien su clave no lo incluye.',
  keyCovers: (sites) => `Su clave incluye ${sites}.`,
  notCountedYet: (site) => `Aún no se cuentan visitas a ${site}`,
  noPings: (site) => `Aún no hay pings de ${site}`,
  nameOfSite: 'Identificador del sitio',
  nameForm: 'Letras, dígitos y `. _ -`',
  paste: 'Pegue esta línea en el `<head>` de sus páginas:',
  onLocalhost: 'En localhost, añádale `data-local`.',
  enterName: 'Escriba un identificador para ver la línea.',
  waiting: 'Esperando el primer ping. Abra una página del sitio y aparecerá aquí al momento.',
  waitingToCount:
    'Esperando el primer ping que cuente. Abra una página del sitio y aparecerá aquí al momento.',
  openPage: 'Abra una página del sitio y su primer ping aparecerá aquí al momento.',
  orTry:
    'O pruébelo en la [página de demostración](demo), que cuenta sus propias visitas para el sitio `blog`.',
  notCounted: 'No contado',
  arrived: {
    one: (count) => `Ha llegado ${count} ping en los últimos 30 días, y ninguno se cuenta:`,
    other: (count) => `Han llegado ${count} pings en los últimos 30 días, y ninguno se cuenta:`,
  },
  dropped: (count, reason) => `Descartado (${reason}): ${count}.`,
  refused: (count) => `Rechazado por la base de datos: ${count}.`,
  seeLog: 'El registro del programa consumer dice por qué.',
};

export const dropped: Words['dropped'] = {
  names: {
    bot: 'bots',
    spam_referrer: 'spam de referentes',
    excluded_ip: 'direcciones excluidas',
    excluded_path: 'páginas excluidas',
    foreign_host: 'otros dominios',
    unknown_site: 'sitios desconocidos',
    forgotten: 'eliminados',
    gpc: 'piden privacidad',
    datacentre: 'centros de datos',
  },
  cures: {
    bot: 'Los rastreadores, las pruebas automáticas y las vistas previas no cuentan. Abra la página en un navegador normal.',
    spam_referrer: 'Venían de un sitio conocido por su spam de referentes. Abra la página directamente.',
    excluded_ip: 'Los ajustes excluyen la dirección de la que venían. Abra la página desde otra red.',
    excluded_path: 'El archivo de sitios excluye estas páginas. Abra otra página del sitio.',
    foreign_host:
      'El archivo de sitios indica los dominios del sitio, y no el de esta página. Añádalo a "hosts".',
    unknown_site: 'El servicio solo acepta los sitios de su archivo de sitios. Añada este al archivo.',
    forgotten: 'Se contaron en su momento, y sus datos se eliminaron después.',
    gpc: 'Los navegadores de estos visitantes piden privacidad (Global Privacy Control), y los ajustes lo respetan.',
    datacentre:
      'Venían de redes de nubes y proveedores de alojamiento, como muchos bots. Los ajustes los descartan.',
  },
};
