import type { Words } from '../en/en.ts';

export const setup: Words['setup'] = {
  title: 'Installer un site',
  noNumbers: (site) => `Aucun nombre pour ${site}`,
  whyNone:
    'Soit personne ne l’a encore visité, et ses nombres apparaissent ici à la première visite, soit votre clé ne le couvre pas.',
  keyCovers: (sites) => `Votre clé couvre ${sites}.`,
  notCountedYet: (site) => `Aucune visite de ${site} n’est encore comptée`,
  noPings: (site) => `Pas encore de pings de ${site}`,
  nameOfSite: 'Identifiant du site',
  nameForm: 'Lettres, chiffres et `. _ -`',
  paste: 'Collez cette ligne dans le `<head>` de ses pages :',
  onLocalhost: 'Sur localhost, ajoutez-y `data-local`.',
  enterName: 'Saisissez un identifiant pour voir la ligne.',
  waiting: 'En attente du premier ping. Ouvrez une page du site, et il apparaît ici aussitôt.',
  waitingToCount:
    'En attente du premier ping qui compte. Ouvrez une page du site, et il apparaît ici aussitôt.',
  openPage: 'Ouvrez une page du site, et son premier ping apparaît ici aussitôt.',
  orTry:
    'Ou essayez sur la [page de démonstration](demo), qui compte ses propres visites pour le site `blog`.',
  notCounted: 'Non compté',
  arrived: {
    one: (count) => `${count} ping est arrivé ces 30 derniers jours, et aucun n’est compté :`,
    other: (count) => `${count} pings sont arrivés ces 30 derniers jours, et aucun n’est compté :`,
  },
  dropped: (count, reason) => `Écarté (${reason}) : ${count}.`,
  refused: (count) => `Refusé par la base de données : ${count}.`,
  seeLog: 'Le journal du programme consumer dit pourquoi.',
};

export const dropped: Words['dropped'] = {
  names: {
    bot: 'robots',
    spam_referrer: 'spam de référents',
    excluded_ip: 'adresses exclues',
    excluded_path: 'pages exclues',
    foreign_host: 'autres hôtes',
    unknown_site: 'sites inconnus',
    forgotten: 'supprimés',
    gpc: 'demandes de confidentialité',
    datacentre: 'centres de données',
  },
  cures: {
    bot: 'Les robots, les tests automatiques et les aperçus ne comptent pas. Ouvrez la page dans un navigateur ordinaire.',
    spam_referrer: 'Ils venaient d’un site connu pour son spam de référents. Ouvrez la page directement.',
    excluded_ip: 'Les réglages excluent l’adresse d’où ils venaient. Ouvrez la page depuis un autre réseau.',
    excluded_path: 'Le fichier des sites exclut ces pages. Ouvrez une autre page du site.',
    foreign_host:
      'Le fichier des sites donne les hôtes du site, et pas celui de cette page. Ajoutez-le à "hosts".',
    unknown_site: 'Le service n’accepte que les sites de son fichier des sites. Ajoutez celui-ci au fichier.',
    forgotten: 'Ils ont été comptés, mais leurs données ont été supprimées depuis.',
    gpc: 'Les navigateurs de ces visiteurs demandent la confidentialité (Global Privacy Control), et les réglages en tiennent compte.',
    datacentre:
      'Ils venaient de réseaux de clouds et d’hébergeurs, comme beaucoup de robots. Les réglages les écartent.',
  },
};
