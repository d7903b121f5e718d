import type { Words } from '../en/en.ts';

export const manage: Words['manage'] = {
  settings: 'Réglages',
  settingsOf: (site) => `Réglages de ${site}`,
  about: {
    settings: 'Le nom du site, ce qui compte, et ce que les lecteurs trouvent par un nom.',
    access: 'Les clés des personnes et des programmes : ce que chacun peut voir, et jusqu’à quand.',
    alerts: 'Des mails et des messages quand quelque chose se passe sur vos sites.',
  },
  notAllowed: 'Votre clé ne permet pas de modifier les sites et les clés.',
  oneSite: 'Les réglages sont ceux d’un seul site : choisissez-le ci-dessus.',
  readOnly: 'Lecture seule : rien ne peut être modifié ici.',
  changeThere: 'Seul l’exploitant du service peut le faire.',
  newSite: 'Nouveau site',
  addSite: 'Ajouter le site',
  saved: 'Enregistré.',
  notSaved: 'Pas encore enregistré.',
  nthEntry: (number) => `entrée ${number}`,
  excluded: 'Ce qui n’est pas compté, et ce qui est conservé',
  storageAsSet: 'selon le réglage du service',
  storages: { full: 'entières', truncated: 'tronquées', none: 'aucune' },
  members: {
    id: ['Identifiant', 'Dans les adresses, et dans la ligne de ses pages : lettres, chiffres et . _ -'],
    name: ['Nom', 'Comment on l’appelle.'],
    group: ['Groupe', 'Les sites d’un groupe sont lus, et partagés, ensemble.'],
    timezone: ['Fuseau horaire', 'Ses jours y commencent à minuit.'],
    hosts: [
      'Hôtes',
      'Un par ligne, par exemple blog.example ou *.blog.example. Les pings des autres sont écartés.',
    ],
    goals: ['Objectifs', 'Ce qui compte comme conversion.'],
    funnels: [
      'Entonnoirs',
      '2 à 10 étapes, une par ligne, par exemple page:/cart. La page Entonnoir en enregistre aussi.',
    ],
    segments: [
      'Segments',
      'Filtres qui doivent tous correspondre, un par ligne, par exemple country:DE ou page~/blog/.',
    ],
    'exclude.addresses': [
      'Adresses qui ne comptent pas',
      'Une par ligne, par exemple 192.0.2.1 ou 10.0.0.0/8.',
    ],
    'exclude.paths': [
      'Pages qui ne comptent pas',
      'Une par ligne, par exemple /admin/*. L’astérisque remplace n’importe quel texte.',
    ],
    retention_days: [
      'Jours de conservation',
      'Ce qui est plus ancien est supprimé définitivement sous 24 heures. Vide : rien ne l’est.',
    ],
    ip_storage: ['Adresses des visiteurs', ''],
    query_parameters: [
      'Paramètres qui font partie d’une page',
      'Un par ligne. Les autres sont retirés des adresses.',
    ],
    questions: ['Questions', ''],
    channels: ['Canaux', ''],
  },
};

export const rows: Words['rows'] = {
  goals: { new: 'Nouvel objectif', nth: (number) => `objectif ${number}` },
  funnels: { new: 'Nouvel entonnoir', nth: (number) => `entonnoir ${number}` },
  segments: { new: 'Nouveau segment', nth: (number) => `segment ${number}` },
  isEmpty: 'Indiquez ce que le nom désigne, ou retirez-le.',
  isNameless: 'Il manque un nom.',
  nameOf: (row) => `${row} : nom`,
};

export const conflict: Words['conflict'] = {
  title: 'Changé entre-temps',
  somebodyElse: 'Quelqu’un d’autre a changé ceci entre-temps.',
  choose: 'Vos modifications ne sont pas encore enregistrées : choisissez ce qu’il faut garder.',
  yours: 'Le vôtre :',
  theirs: 'Le sien :',
  save: 'Enregistrer avec ces choix',
};

export const tag: Words['tag'] = {
  title: 'Ligne pour ses pages',
  paste: 'Collez-la dans le `<head>` des pages. Elle n’est pas gardée ici : choisissez, et copiez.',
  automatic: 'Événements qu’elle envoie d’elle-même',
  events: {
    outbound: 'Clics sur des liens vers d’autres sites',
    downloads: 'Téléchargements de fichiers',
    forms: 'Formulaires envoyés',
    'not-found': 'Pages introuvables',
  },
  options: {
    vitals: 'Mesurer la vitesse des pages (signaux Web)',
    cookieless: 'Ne rien stocker dans le navigateur',
    dnt: 'Ne pas compter les visiteurs qui s’y opposent (Do Not Track)',
    hash: 'Compter ce qui suit # comme une page à part',
    local: 'Compter aussi sur localhost, pour des tests',
  },
};
