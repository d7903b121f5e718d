import type { Words } from '../en/en.ts';

export const manage: Words['manage'] = {
  settings: 'Einstellungen',
  settingsOf: (site) => `Einstellungen von ${site}`,
  about: {
    settings: 'Wie die Website heißt, was zählt, und was Leser unter einem Namen finden.',
    access: 'Schlüssel für Menschen und Programme: was jeder sehen darf, und bis wann.',
    alerts: 'Mails und Nachrichten, wenn auf Ihren Websites etwas geschieht.',
  },
  notAllowed: 'Ihr Schlüssel darf Websites und Schlüssel nicht ändern.',
  oneSite: 'Einstellungen gehören zu einer Website: Wählen Sie sie oben.',
  readOnly: 'Das lässt sich hier lesen, nicht ändern.',
  changeThere: 'Ändern kann es nur, wer den Dienst betreibt.',
  newSite: 'Neue Website',
  addSite: 'Website hinzufügen',
  saved: 'Gespeichert.',
  notSaved: 'Noch nicht gespeichert.',
  nthEntry: (number) => `Eintrag ${number}`,
  excluded: 'Was nicht gezählt wird, und was aufbewahrt wird',
  storageAsSet: 'wie für den Dienst eingestellt',
  storages: { full: 'vollständig', truncated: 'gekürzt', none: 'gar nicht' },
  members: {
    id: ['ID', 'In Adressen und in der Zeile für ihre Seiten: Buchstaben, Ziffern und . _ -'],
    name: ['Name', 'Wie man sie nennt.'],
    group: ['Gruppe', 'Websites einer Gruppe werden gemeinsam gelesen und geteilt.'],
    timezone: ['Zeitzone', 'Ihre Tage beginnen dort um Mitternacht.'],
    hosts: [
      'Domains',
      'Eine pro Zeile, etwa blog.example oder *.blog.example. Pings von anderen werden verworfen.',
    ],
    goals: ['Ziele', 'Was als Konversion zählt.'],
    funnels: [
      'Trichter',
      '2 bis 10 Schritte, einer pro Zeile, etwa page:/cart. Die Seite Trichter speichert auch einen.',
    ],
    segments: ['Segmente', 'Filter, einer pro Zeile, etwa country:DE, page~/blog/. Alle müssen zutreffen.'],
    'exclude.addresses': ['Adressen, die nicht zählen', 'Eine pro Zeile, etwa 192.0.2.1 oder 10.0.0.0/8.'],
    'exclude.paths': [
      'Seiten, die nicht zählen',
      'Eine pro Zeile, etwa /admin/*. Der Stern steht für beliebigen Text.',
    ],
    retention_days: [
      'Tage der Aufbewahrung',
      'Was älter ist, wird innerhalb eines Tages endgültig gelöscht. Leer: nichts.',
    ],
    ip_storage: ['Adressen der Besucher', ''],
    query_parameters: [
      'Parameter, die zu einer Seite gehören',
      'Einer pro Zeile. Andere werden aus Adressen entfernt.',
    ],
    questions: ['Fragen', ''],
    channels: ['Kanäle', ''],
  },
};

export const rows: Words['rows'] = {
  goals: { new: 'Neues Ziel', nth: (number) => `Ziel ${number}` },
  funnels: { new: 'Neuer Trichter', nth: (number) => `Trichter ${number}` },
  segments: { new: 'Neues Segment', nth: (number) => `Segment ${number}` },
  isEmpty: 'Geben Sie an, wofür der Name steht, oder entfernen Sie ihn.',
  isNameless: 'Es fehlt ein Name.',
  nameOf: (row) => `${row}: Name`,
};

export const conflict: Words['conflict'] = {
  title: 'Inzwischen geändert',
  somebodyElse: 'Jemand anderes hat dies inzwischen geändert.',
  choose: 'Ihre Änderungen sind noch nicht gespeichert: Wählen Sie, was gelten soll.',
  yours: 'Ihres:',
  theirs: 'Das andere:',
  save: 'Mit dieser Auswahl speichern',
};

export const tag: Words['tag'] = {
  title: 'Zeile für ihre Seiten',
  paste:
    'Fügen Sie sie in den `<head>` der Seiten ein. Sie wird hier nicht gespeichert: auswählen und kopieren.',
  automatic: 'Ereignisse, die sie von selbst sendet',
  events: {
    outbound: 'Klicks auf Links zu anderen Websites',
    downloads: 'Downloads von Dateien',
    forms: 'Abgesendete Formulare',
    'not-found': 'Nicht gefundene Seiten',
  },
  options: {
    vitals: 'Messen, wie schnell Seiten sind (Web Vitals)',
    cookieless: 'Nichts im Browser speichern',
    dnt: 'Besucher auslassen, die widersprechen (Do Not Track)',
    hash: 'Was nach # folgt, als eigene Seite zählen',
    local: 'Auch auf localhost zählen, für Tests',
  },
};
