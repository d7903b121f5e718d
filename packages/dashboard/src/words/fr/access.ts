import type { Words } from '../en/en.ts';

export const access: Words['access'] = {
  newKey: 'Nouvelle clé',
  forWhom: 'Pour qui ou pour quoi',
  makeKey: 'Créer la clé',
  keyMade: (name) => `La clé de ${name}. Elle n’est affichée que cette fois : copiez-la maintenant.`,
  linkWith: 'Un lien pour se connecter avec cette clé :',
  keys: 'Clés',
  noKeys: 'Pas encore de clés. La clé du service lui-même, `API_KEY`, n’est pas dans la liste.',
  validFor: 'Durée de validité',
  lifetimes: { 7: '7 jours', 30: '30 jours', 90: '90 jours', 365: 'un an', never: 'illimitée' },
  itMay: 'Elle permet de',
  rights: {
    read: 'Voir les rapports',
    export: 'Télécharger toutes les visites et pages vues',
    personal: 'Voir les adresses des visiteurs dans les téléchargements',
    send: 'Envoyer des pings depuis un serveur',
    annotate: 'Écrire des annotations',
    manage: 'Modifier les sites et les clés',
  },
  allSites: 'Tous les sites, ceux à venir aussi',
  allOf: (group) => `Tous ceux de ${group}`,
  without: (site) => `Sans ${site}`,
  allKeys: 'Toutes les clés',
  columns: { name: 'Nom', sites: 'Sites', rights: 'Droits', expires: 'Expiration', used: 'Dernier usage' },
  yours: 'la vôtre',
  expired: 'expirée',
  noUse: 'aucun usage connu',
  revoke: 'Révoquer',
  revokeKey: (name) => `Révoquer ${name}`,
  reallyRevoke: (name) => `Révoquer la clé « ${name} » ? Elle ne permettra plus de se connecter.`,
  reallyRevokeOwn: (name) =>
    `Révoquer la clé « ${name} » ? Elle ne permettra plus de se connecter. Vous êtes connecté avec cette clé : vous serez déconnecté.`,
  revoked: (name) => `La clé « ${name} » est révoquée.`,
};

export const share: Words['share'] = {
  thisView: 'Cette vue',
  whoSees: 'Toute personne qui a une clé pour ce site voit ce que vous voyez.',
  withoutKey: 'Un lien pour quelqu’un sans clé',
  whatItDoes:
    'Il donne accès aux rapports de ce site, en lecture seule. La page Accès l’affiche dans sa liste et permet de le révoquer.',
  notHere: 'Ouvrez un site, avec une clé qui permet de modifier les sites et les clés.',
  forWhom: 'Pour qui',
  makeLink: 'Créer le lien',
  linkMade: (name) => `Le lien de ${name}. Il n’est affiché que cette fois : copiez-le maintenant.`,
  inFrame: 'La même chose dans une page à vous, si le réglage `EMBED_ORIGINS` la nomme :',
  frameTitle: (site) => `Visiteurs de ${site}`,
};
