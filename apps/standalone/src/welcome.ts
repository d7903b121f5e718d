import type { Standalone } from './start.ts';

/** What `npm start` prints once everything answers: addresses, the key, and the line to paste into a page. */
export function welcome({
  queryUrl,
  ingestUrl,
  publicIngestUrl,
  key,
  clickhouse,
  config,
}: Standalone): string {
  const database = clickhouse
    ? `${clickhouse.url}  (users reader and writer, passwords in ${clickhouse.passwordFile})`
    : `${config.CLICKHOUSE_URL}`;
  return `
Tallyhouse is up.

  Dashboard    ${queryUrl}/#key=${encodeURIComponent(key)}
  Reports      ${queryUrl}/api/v1/overview
  Demo page    ${queryUrl}/demo
  Pings        ${ingestUrl}${config.PING_PATH}
  ClickHouse   ${database}
  Key          ${key}

Paste this line into the <head> of your pages (pages on localhost need data-local in it, too):

  <script defer src="${publicIngestUrl}${config.TRACKER_PATH}" data-site="blog"></script>

The dashboard's address signs in once. Or ask for a report:

  curl -H 'Authorization: Bearer ${key}' '${queryUrl}/api/v1/overview?period=1h'

Ctrl-C ends it; the next start finds its data in ${config.DATA_DIR}.
`;
}
