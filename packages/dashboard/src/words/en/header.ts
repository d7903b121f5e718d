/** What is around the views: header, menu, sites, reports, footer. */
export const header = {
  skip: 'Skip to the reports',
  home: 'Tallyhouse, all sites',
  viewFor: (name: string) => `View for ${name}`,
  more: 'More',
  moreTitle: 'Time zone, colours, keys, sign out',
  keyOf: (name: string) => `Key of ${name}`,
  comparedWith: 'Compared with',
  timeZone: 'Time zone',
  language: 'Language',
  shortcuts: 'Keyboard shortcuts',
  signOut: 'Sign out',
  share: 'Share',
  allSites: 'All sites',
  anotherSite: 'Another site',
  setUpAnother: 'Set up another site …',
  site: (name: string) => `Site: ${name}`,
  sites: 'Sites',
  searchSites: 'Search sites',
  noSuchSite: 'No such site.',
  moreSites: (count: string) => `${count} more: type to find them.`,
  overview: 'Overview',
  reports: 'Reports',
  report: (name: string) => `Report: ${name}`,
  reportsOf: (site: string) => `Reports of ${site}`,
  reportNames: {
    realtime: 'Realtime',
    wall: 'Wall',
    funnel: 'Funnel',
    retention: 'Retention',
    journeys: 'Journeys',
    explore: 'Explore',
    settings: 'Site settings',
    access: 'Access',
    alerts: 'Alerts',
  },
  themes: { auto: 'as the system', light: 'light', dark: 'dark' },
  colours: (theme: string) => `Colours: ${theme}`,
  changeColours: (theme: string, next: string) => `Colours: ${theme}. Change to ${next}`,
  onlineNow: 'online now',
  online: 'Visitors in the last five minutes',
  allRows: 'All rows of the period:',
  pageviewsCsv: 'Pageviews (CSV)',
  visitsCsv: 'Visits (CSV)',
  placesBy: 'Places:',
  goal: (name: string) => `Goal: ${name}`,
  tryingAgain: (seconds: string) =>
    `The page tries again every ${seconds} seconds. Faded numbers are from before.`,
  keyInAddress: 'Key in the address',
  refusedKey: 'The key in the address was not accepted. You stay signed in with the one before.',
};

/** The keys of the keyboard, by what they do. */
export const shortcuts = {
  title: 'Keyboard',
  use: 'Use single keys',
  before: 'The period before',
  after: 'The period after',
  help: 'This help',
};

/** `code` is between backquotes. */
export const signIn = {
  title: 'Sign in to Tallyhouse',
  key: 'Key',
  lostLink: 'Did a link of yours stop working? Ask whoever sent it for a new one.',
  whereIsKey: 'It is my installation: where is the key?',
  keyPlace:
    'It is the `API_KEY` or `ADMIN_PASSWORD` that the service was started with. With neither, `npm start` made one: it is in the file `secrets.json` of the folder `DATA_DIR` (`./data` by default), as `api_key`. In a terminal it is printed too.',
  stay: 'Stay signed in on this device',
  signIn: 'Sign in',
  signingIn: 'Signing in …',
};
