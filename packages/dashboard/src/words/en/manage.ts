/** Settings of a site. */
export const manage = {
  settings: 'Settings',
  settingsOf: (site: string) => `Settings of ${site}`,
  about: {
    settings: 'What the site is called, what counts, and what readers find by name.',
    access: 'Keys for people and programs: what each may see, and until when.',
    alerts: 'Mails and messages when something happens on your sites.',
  },
  notAllowed: 'Your key may not change sites and keys.',
  oneSite: 'Settings belong to one site: choose it above.',
  readOnly: 'This can be read here, not changed.',
  changeThere: 'Only the operator of the service can change this.',
  newSite: 'New site',
  addSite: 'Add the site',
  saved: 'Saved.',
  notSaved: 'Not saved yet.',
  /** In a list. */
  nthEntry: (number: string) => `entry ${number}`,
  excluded: 'What is not counted, and what is kept',
  storageAsSet: 'as set for the service',
  storages: { full: 'full', truncated: 'truncated', none: 'none' },
  /** The members of an entry of the sites file, by their paths: a name and a hint. */
  members: {
    id: ['Id', 'In addresses, and in the line for its pages: letters, digits and . _ -'],
    name: ['Name', 'What people call it.'],
    group: ['Group', 'Sites of one group are read, and shared, together.'],
    timezone: ['Time zone', 'Its days begin at midnight there.'],
    hosts: ['Hosts', 'One per line, such as blog.example or *.blog.example. Pings from others are dropped.'],
    goals: ['Goals', 'What counts as a conversion.'],
    funnels: ['Funnels', '2 to 10 steps, one per line, such as page:/cart. The page Funnel saves one, too.'],
    segments: ['Segments', 'Filters, one per line, such as country:DE or page~/blog/. All must match.'],
    'exclude.addresses': ['Addresses that do not count', 'One per line, such as 192.0.2.1 or 10.0.0.0/8.'],
    'exclude.paths': ['Pages that do not count', 'One per line, such as /admin/*, where * is any text.'],
    retention_days: [
      'Days to keep',
      'Older data is deleted permanently within a day. Empty: nothing is deleted.',
    ],
    ip_storage: ['Addresses of visitors', ''],
    query_parameters: ['Parameters that belong to a page', 'One per line. All others are removed.'],
    questions: ['Questions', ''],
    channels: ['Channels', ''],
  } satisfies Record<string, readonly [name: string, hint: string]>,
};

/** Rows of a name and what it stands for: goals, funnels, segments. */
export const rows = {
  goals: { new: 'New goal', nth: (number: string) => `goal ${number}` },
  funnels: { new: 'New funnel', nth: (number: string) => `funnel ${number}` },
  segments: { new: 'New segment', nth: (number: string) => `segment ${number}` },
  isEmpty: 'Enter what it stands for, or remove its name.',
  isNameless: 'It needs a name.',
  nameOf: (row: string) => `${row}: name`,
};

/** When somebody else has saved meanwhile. */
export const conflict = {
  title: 'Changed meanwhile',
  somebodyElse: 'Somebody else has changed this meanwhile.',
  choose: 'Your changes are not saved yet: choose what to keep.',
  yours: 'Yours:',
  theirs: 'Theirs:',
  save: 'Save with these choices',
};

/** The script tag with its options. `code` is between backquotes. */
export const tag = {
  title: 'Line for its pages',
  paste: 'Paste it into the `<head>` of the pages. It is not kept here: choose, and copy.',
  automatic: 'Events that it sends by itself',
  events: {
    outbound: 'Clicks on links to other sites',
    downloads: 'Downloads of files',
    forms: 'Forms that are sent',
    'not-found': 'Pages that are not found',
  },
  options: {
    vitals: 'Measure how fast pages are (web vitals)',
    cookieless: 'Store nothing in the browser',
    dnt: 'Leave out visitors who opt out (Do Not Track)',
    hash: 'Count what follows # as a page of its own',
    local: 'Count on localhost too, for tests',
  },
};
