import type { Words } from '../en/en.ts';

export const manage: Words['manage'] = {
  settings: 'Ajustes',
  settingsOf: (site) => `Ajustes de ${site}`,
  about: {
    settings: 'Cómo se llama el sitio, qué cuenta y qué encuentran los lectores por su nombre.',
    access: 'Claves para personas y programas: qué puede ver cada una, y hasta cuándo.',
    alerts: 'Correos y mensajes cuando pasa algo en sus sitios.',
  },
  notAllowed: 'Su clave no permite cambiar sitios ni claves.',
  oneSite: 'Los ajustes son de un solo sitio: elíjalo arriba.',
  readOnly: 'Esto se puede leer aquí, no cambiar.',
  changeThere: 'Solo quien administra el servicio puede cambiarlo.',
  newSite: 'Sitio nuevo',
  addSite: 'Añadir el sitio',
  saved: 'Guardado.',
  notSaved: 'Aún sin guardar.',
  nthEntry: (number) => `entrada ${number}`,
  excluded: 'Qué no se cuenta, y qué se conserva',
  storageAsSet: 'según el ajuste del servicio',
  storages: { full: 'enteras', truncated: 'truncadas', none: 'ninguna' },
  members: {
    id: ['Identificador', 'En direcciones, y en la línea para sus páginas: letras, dígitos y . _ -'],
    name: ['Nombre', 'Cómo lo llama la gente.'],
    group: ['Grupo', 'Los sitios de un grupo se leen, y se comparten, juntos.'],
    timezone: ['Zona horaria', 'Sus días empiezan allí a medianoche.'],
    hosts: [
      'Dominios',
      'Uno por línea, como blog.example o *.blog.example. Los pings de otros se descartan.',
    ],
    goals: ['Objetivos', 'Qué cuenta como conversión.'],
    funnels: [
      'Embudos',
      'De 2 a 10 pasos, uno por línea, como page:/cart. La página Embudo también guarda uno.',
    ],
    segments: ['Segmentos', 'Filtros, uno por línea, como country:DE o page~/blog/. Deben cumplirse todos.'],
    'exclude.addresses': ['Direcciones que no cuentan', 'Una por línea, como 192.0.2.1 o 10.0.0.0/8.'],
    'exclude.paths': [
      'Páginas que no cuentan',
      'Una por línea, como /admin/*. El asterisco sustituye a cualquier texto.',
    ],
    retention_days: [
      'Días de conservación',
      'Lo más antiguo se elimina definitivamente en el plazo de un día. Vacío: no se elimina nada.',
    ],
    ip_storage: ['Direcciones de visitantes', ''],
    query_parameters: [
      'Parámetros que forman parte de una página',
      'Uno por línea. Los demás se quitan de las direcciones.',
    ],
    questions: ['Preguntas', ''],
    channels: ['Canales', ''],
  },
};

export const rows: Words['rows'] = {
  goals: { new: 'Objetivo nuevo', nth: (number) => `objetivo ${number}` },
  funnels: { new: 'Embudo nuevo', nth: (number) => `embudo ${number}` },
  segments: { new: 'Segmento nuevo', nth: (number) => `segmento ${number}` },
  isEmpty: 'Indique qué designa el nombre, o quítelo.',
  isNameless: 'Falta un nombre.',
  nameOf: (row) => `${row}: nombre`,
};

export const conflict: Words['conflict'] = {
  title: 'Cambiado entretanto',
  somebodyElse: 'Otra persona ha cambiado esto entretanto.',
  choose: 'Sus cambios aún no están guardados: elija qué conservar.',
  yours: 'Lo suyo:',
  theirs: 'Lo otro:',
  save: 'Guardar con esta elección',
};

export const tag: Words['tag'] = {
  title: 'Línea para sus páginas',
  paste: 'Péguela en el `<head>` de las páginas. No se guarda aquí: elija y copie.',
  automatic: 'Eventos que envía por sí misma',
  events: {
    outbound: 'Clics en enlaces a otros sitios',
    downloads: 'Descargas de archivos',
    forms: 'Formularios enviados',
    'not-found': 'Páginas no encontradas',
  },
  options: {
    vitals: 'Medir la velocidad de las páginas (métricas web)',
    cookieless: 'No guardar nada en el navegador',
    dnt: 'Excluir a los visitantes que se oponen (Do Not Track)',
    hash: 'Contar lo que sigue a # como página propia',
    local: 'Contar también en localhost, para pruebas',
  },
};
