/** Keys: what they may, for whom, and links with them. */
export const access = {
  newKey: 'New key',
  forWhom: 'Whom or what it is for',
  makeKey: 'Create the key',
  keyMade: (name: string) => `The key of ${name}. It is shown this once: copy it now.`,
  linkWith: 'A link that signs in with it:',
  keys: 'Keys',
  noKeys: 'No keys yet. The key of the service itself, `API_KEY`, is not listed.',
  validFor: 'Valid for',
  lifetimes: { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'a year', never: 'unlimited time' },
  itMay: 'It may',
  rights: {
    read: 'See the reports',
    export: 'Download all visits and pageviews',
    personal: 'See addresses of visitors in downloads',
    send: 'Send pings from a server',
    annotate: 'Write annotations',
    manage: 'Change sites and keys',
  },
  allSites: 'All sites, those to come too',
  allOf: (group: string) => `All of ${group}`,
  without: (site: string) => `Without ${site}`,
  allKeys: 'All keys',
  columns: { name: 'Name', sites: 'Sites', rights: 'Rights', expires: 'Expires', used: 'Last used' },
  yours: 'yours',
  expired: 'expired',
  noUse: 'no use known',
  revoke: 'Revoke',
  revokeKey: (name: string) => `Revoke ${name}`,
  reallyRevoke: (name: string) => `Revoke the key “${name}”? After that, no one can sign in with it.`,
  reallyRevokeOwn: (name: string) =>
    `Revoke the key “${name}”? After that, no one can sign in with it. You are signed in with this key: you will be signed out.`,
  revoked: (name: string) => `The key “${name}” is revoked.`,
};

/** `code` is between backquotes. */
export const share = {
  thisView: 'This view',
  whoSees: 'Anyone with a key for this site sees what you see.',
  withoutKey: 'A link for somebody without a key',
  whatItDoes: 'It shows the reports of this site and changes nothing. It can be revoked on the page Access.',
  notHere: 'Open a site, with a key that may change sites and keys.',
  forWhom: 'Whom it is for',
  makeLink: 'Create the link',
  linkMade: (name: string) => `The link of ${name}. It is shown this once: copy it now.`,
  inFrame: 'The same within a page of yours, if the setting `EMBED_ORIGINS` names it:',
  frameTitle: (site: string) => `Visitors of ${site}`,
};
