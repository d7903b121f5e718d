import { escapeHtml } from '../reply/html.ts';

export interface Tracker {
  ingestUrl: string;
  trackerPath: string;
  pingPath: string;
}

/** The address of the script, and that for pings unless it is /api/ping on the script's host, the default. */
export function trackerAddresses({ ingestUrl, trackerPath, pingPath }: Tracker) {
  const endpoint = pingPath === '/api/ping' ? undefined : ingestUrl + pingPath;
  return { script: ingestUrl + trackerPath, endpoint };
}

/** The script tag of a demo page; without data-local the script counts nothing on localhost. */
export function scriptTag(tracker: Tracker): string {
  const { script, endpoint } = trackerAddresses(tracker);
  const elsewhere = endpoint === undefined ? '' : ` data-endpoint="${escapeHtml(endpoint)}"`;
  return `<script defer src="${escapeHtml(script)}" data-site="blog" data-local${elsewhere}></script>`;
}
