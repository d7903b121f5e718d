/** Why pings are dropped: a name for what was dropped, and what the owner of a site can do about it. */
export const dropReasons: Readonly<Record<string, { name: string; cure: string }>> = {
  bot: {
    name: 'bots',
    cure: 'Crawlers, automated tests and previews are not counted. Open the page in an ordinary browser.',
  },
  spam_referrer: {
    name: 'referrer spam',
    cure: 'They came from a site that is known for referrer spam. Open the page directly.',
  },
  excluded_ip: {
    name: 'excluded addresses',
    cure: 'The settings exclude the address that they came from. Open the page from another network.',
  },
  excluded_path: {
    name: 'excluded pages',
    cure: 'The sites file excludes these pages. Open another page of the site.',
  },
  foreign_host: {
    name: 'other hosts',
    cure: 'The sites file lists the hosts of the site, and not the one of this page. Add it to "hosts".',
  },
  unknown_site: {
    name: 'unknown sites',
    cure: 'The service accepts the sites of its sites file alone. Add this one to the file.',
  },
  forgotten: { name: 'deleted', cure: 'They were counted once, and their data was deleted since.' },
};
