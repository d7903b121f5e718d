/** Why a valid ping is not counted. The list is closed: it is part of the HTTP contract. Ingest drops for all but `forgotten`: deleted since. */
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
