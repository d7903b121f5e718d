import type { Words } from '../en/en.ts';

export const access: Words['access'] = {
  newKey: 'Neuer Schlüssel',
  forWhom: 'Für wen oder was er ist',
  makeKey: 'Schlüssel erstellen',
  keyMade: (name) =>
    `Der Schlüssel von ${name}. Er wird nur dieses eine Mal angezeigt: Kopieren Sie ihn jetzt.`,
  linkWith: 'Ein Link zur Anmeldung mit diesem Schlüssel:',
  keys: 'Schlüssel',
  noKeys: 'Noch keine Schlüssel. Der Schlüssel des Dienstes selbst, `API_KEY`, steht nicht in der Liste.',
  validFor: 'Gültig für',
  lifetimes: { 7: '7 Tage', 30: '30 Tage', 90: '90 Tage', 365: 'ein Jahr', never: 'unbegrenzte Zeit' },
  itMay: 'Er darf',
  rights: {
    read: 'Berichte sehen',
    export: 'Alle Besuche und Seitenaufrufe herunterladen',
    personal: 'Adressen von Besuchern in Downloads sehen',
    send: 'Pings von einem Server senden',
    annotate: 'Anmerkungen schreiben',
    manage: 'Websites und Schlüssel ändern',
  },
  allSites: 'Alle Websites, auch künftige',
  allOf: (group) => `Alle aus ${group}`,
  without: (site) => `Ohne ${site}`,
  allKeys: 'Alle Schlüssel',
  columns: {
    name: 'Name',
    sites: 'Websites',
    rights: 'Rechte',
    expires: 'Läuft\u00a0ab',
    used: 'Zuletzt benutzt',
  },
  yours: 'Ihrer',
  expired: 'abgelaufen',
  noUse: 'keine Nutzung bekannt',
  revoke: 'Widerrufen',
  revokeKey: (name) => `${name} widerrufen`,
  reallyRevoke: (name) => `Den Schlüssel „${name}“ widerrufen? Danach kann sich niemand mehr damit anmelden.`,
  reallyRevokeOwn: (name) =>
    `Den Schlüssel „${name}“ widerrufen? Danach kann sich niemand mehr damit anmelden. Sie sind mit diesem Schlüssel angemeldet und werden abgemeldet.`,
  revoked: (name) => `Der Schlüssel „${name}“ ist widerrufen.`,
};

export const share: Words['share'] = {
  thisView: 'Diese Ansicht',
  whoSees: 'Wer einen Schlüssel für diese Website hat, sieht, was Sie sehen.',
  withoutKey: 'Ein Link für jemanden ohne Schlüssel',
  whatItDoes:
    'Wer ihn hat, sieht die Berichte dieser Website, kann aber nichts ändern. Auf der Seite Zugang steht er in der Liste und lässt sich widerrufen.',
  notHere: 'Öffnen Sie eine Website, mit einem Schlüssel, der Websites und Schlüssel ändern darf.',
  forWhom: 'Für wen er ist',
  makeLink: 'Link erstellen',
  linkMade: (name) => `Der Link von ${name}. Er wird nur dieses eine Mal angezeigt: Kopieren Sie ihn jetzt.`,
  inFrame: 'Dasselbe in einer eigenen Seite, wenn die Einstellung `EMBED_ORIGINS` sie nennt:',
  frameTitle: (site) => `Besucher von ${site}`,
};
