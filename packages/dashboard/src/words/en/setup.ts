/** A site without visits. `code` is between backquotes, a link is [words](address). */
export const setup = {
  title: 'Set up a site',
  noNumbers: (site: string) => `No numbers for ${site}`,
  whyNone:
    'Either nobody has visited it yet, and its numbers appear here with the first visit, or your key does not cover it.',
  keyCovers: (sites: string) => `Your key covers ${sites}.`,
  notCountedYet: (site: string) => `No visits to ${site} are counted yet`,
  noPings: (site: string) => `No pings from ${site} yet`,
  nameOfSite: 'Id of the site',
  nameForm: 'Letters, digits and `. _ -`',
  paste: 'Paste this line into the `<head>` of its pages:',
  onLocalhost: 'On localhost, add `data-local` to it.',
  enterName: 'Enter an id to see the line.',
  waiting: 'Waiting for the first ping. Open a page of the site, and it appears here at once.',
  waitingToCount:
    'Waiting for the first ping that counts. Open a page of the site, and it appears here at once.',
  openPage: 'Open a page of the site, and its first ping appears here at once.',
  orTry: 'Or try it on the [demo page](demo), which counts its own visits for the site `blog`.',
  notCounted: 'Not counted',
  arrived: {
    one: (count: string) => `${count} ping has arrived in the last 30 days, and none is counted:`,
    other: (count: string) => `${count} pings have arrived in the last 30 days, and none is counted:`,
  },
  dropped: (count: string, reason: string) => `${count} dropped: ${reason}.`,
  refused: (count: string) => `${count} refused by the database.`,
  seeLog: 'The log of the consumer says why.',
};

/** Why pings are not counted, and what to do about it. */
export const dropped = {
  names: {
    bot: 'bots',
    spam_referrer: 'referrer spam',
    excluded_ip: 'excluded addresses',
    excluded_path: 'excluded pages',
    foreign_host: 'other hosts',
    unknown_site: 'unknown sites',
    forgotten: 'deleted',
    gpc: 'asked for privacy',
    datacentre: 'data centres',
  },
  cures: {
    bot: 'Crawlers, automated tests and previews are not counted. Open the page in an ordinary browser.',
    spam_referrer: 'They came from a site that is known for referrer spam. Open the page directly.',
    excluded_ip: 'The settings exclude the address that they came from. Open the page from another network.',
    excluded_path: 'The sites file excludes these pages. Open another page of the site.',
    foreign_host:
      'The sites file lists the hosts of the site, and not the one of this page. Add it to "hosts".',
    unknown_site: 'The service accepts only the sites in its sites file. Add this one to the file.',
    forgotten: 'They were counted once, but their data has been deleted since.',
    gpc: 'The browsers of these visitors ask for privacy (Global Privacy Control), and the settings respect it.',
    datacentre:
      'They came from the networks of clouds and hosting companies, as many bots do. The settings drop them.',
  },
};
