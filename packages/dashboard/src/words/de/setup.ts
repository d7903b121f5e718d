import type { Words } from '../en/en.ts';

export const setup: Words['setup'] = {
  title: 'Website einrichten',
  noNumbers: (site) => `Keine Zahlen für ${site}`,
  whyNone:
    'Entweder hat sie noch niemand besucht, und ihre Zahlen erscheinen hier mit dem ersten Besuch, oder Ihr Schlüssel gilt nicht für sie.',
  keyCovers: (sites) => `Ihr Schlüssel gilt für ${sites}.`,
  notCountedYet: (site) => `Noch keine Besuche von ${site} gezählt`,
  noPings: (site) => `Noch keine Pings von ${site}`,
  nameOfSite: 'ID der Website',
  nameForm: 'Buchstaben, Ziffern und `. _ -`',
  paste: 'Fügen Sie diese Zeile in den `<head>` ihrer Seiten ein:',
  onLocalhost: 'Auf localhost ergänzen Sie `data-local`.',
  enterName: 'Geben Sie eine ID ein, um die Zeile zu sehen.',
  waiting: 'Warten auf den ersten Ping. Öffnen Sie eine Seite der Website, und er erscheint hier sofort.',
  waitingToCount:
    'Warten auf den ersten Ping, der zählt. Öffnen Sie eine Seite der Website, und er erscheint hier sofort.',
  openPage: 'Öffnen Sie eine Seite der Website, und ihr erster Ping erscheint hier sofort.',
  orTry:
    'Oder probieren Sie es auf der [Demoseite](demo), die ihre eigenen Besuche für die Website `blog` zählt.',
  notCounted: 'Nicht gezählt',
  arrived: {
    one: (count) => `${count} Ping ist in den letzten 30 Tagen angekommen, und keiner ist gezählt:`,
    other: (count) => `${count} Pings sind in den letzten 30 Tagen angekommen, und keiner ist gezählt:`,
  },
  dropped: (count, reason) => `${count} verworfen: ${reason}.`,
  refused: (count) => `${count} von der Datenbank abgelehnt.`,
  seeLog: 'Das Log des Consumers sagt, warum.',
};

export const dropped: Words['dropped'] = {
  names: {
    bot: 'Bots',
    spam_referrer: 'Referrer-Spam',
    excluded_ip: 'ausgeschlossene Adressen',
    excluded_path: 'ausgeschlossene Seiten',
    foreign_host: 'andere Domains',
    unknown_site: 'unbekannte Websites',
    forgotten: 'gelöscht',
    gpc: 'Wunsch nach Privatsphäre',
    datacentre: 'Rechenzentren',
  },
  cures: {
    bot: 'Crawler, automatische Tests und Vorschauen zählen nicht. Öffnen Sie die Seite in einem gewöhnlichen Browser.',
    spam_referrer:
      'Sie kamen von einer Website, die für Referrer-Spam bekannt ist. Öffnen Sie die Seite direkt.',
    excluded_ip:
      'Die Einstellungen schließen die Adresse aus, von der sie kamen. Öffnen Sie die Seite aus einem anderen Netz.',
    excluded_path: 'Die Website-Datei schließt diese Seiten aus. Öffnen Sie eine andere Seite der Website.',
    foreign_host:
      'Die Website-Datei nennt die Domains der Website, und die dieser Seite ist nicht dabei. Ergänzen Sie sie unter "hosts".',
    unknown_site:
      'Der Dienst nimmt nur die Websites seiner Website-Datei an. Tragen Sie diese in die Datei ein.',
    forgotten: 'Sie wurden gezählt, ihre Daten aber inzwischen gelöscht.',
    gpc: 'Die Browser dieser Besucher bitten um Privatsphäre (Global Privacy Control), und die Einstellungen achten das.',
    datacentre:
      'Sie kamen aus den Netzen von Clouds und Hostern, wie viele Bots. Die Einstellungen verwerfen sie.',
  },
};
