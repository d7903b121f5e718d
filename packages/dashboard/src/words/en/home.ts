/** All sites. */
export const home = {
  group: 'Group',
  allGroups: 'All groups',
  byGroup: 'By group',
  silent: (count: string) => `${count} silent`,
  reportsOfThese: 'Combined report',
  columns: { name: 'Site', online: 'Now', silence: 'Last ping' },
  overThePeriod: 'Pageviews over the period',
  trend: 'Trend',
  noGroup: 'No group',
  count: { one: (count: string) => `${count} site`, other: (count: string) => `${count} sites` },
  /** Follows the word for reports, for screen readers. */
  ofGroup: (group: string) => `of ${group}`,
  noPingsFor: (time: string) => `no pings for ${time}`,
};
