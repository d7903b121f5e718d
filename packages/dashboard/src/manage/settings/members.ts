/** The members of a site's entry: their names for readers, and what to write. */
export const members: Readonly<Record<string, readonly [name: string, hint: string]>> = {
  id: ['Id', 'In addresses, and in the line for its pages: letters, digits and . _ -'],
  name: ['Name', 'What people call it.'],
  group: ['Group', 'Sites of one group are read, and shared, together.'],
  timezone: ['Time zone', 'In which its readers think.'],
  hosts: ['Hosts', 'One a line, such as blog.example or *.blog.example. Pings from others are dropped.'],
  goals: ['Goals', 'What counts as a conversion.'],
  funnels: ['Funnels', '2 to 10 steps, one a line, such as page:/cart. The page Funnel keeps one, too.'],
  segments: ['Segments', 'Filters that all hold, one a line, such as country:DE or page~/blog/.'],
  'exclude.addresses': ['Addresses that do not count', 'One a line, such as 192.0.2.1 or 10.0.0.0/8.'],
  'exclude.paths': ['Pages that do not count', 'One a line, such as /admin/*. The star is any text.'],
  retention_days: ['Days to keep', 'What is older is deleted for good, within a day. Empty: nothing is.'],
  ip_storage: ['Addresses of visitors', ''],
  query_parameters: ['Parameters that belong to a page', 'One a line. Others are removed from addresses.'],
  questions: ['Questions', ''],
  channels: ['Channels', ''],
};

export const nameOf = (path: string): string => members[path]?.[0] ?? path;
