/**
 * Why a valid ping is not counted. The list is closed: it is part of the HTTP contract. Ingest uses all but `forgotten`, for deleted pings.
 */
export const dropReasons = [
  'bot',
  'datacentre',
  'excluded_ip',
  'excluded_path',
  'foreign_host',
  'forgotten',
  'gpc',
  'spam_referrer',
  'unknown_site',
] as const;
