import { escapeHtml } from './html.ts';

/** Where browsers find ingest. */
export interface Tracker {
  ingestUrl: string;
  /** Of the browser script. */
  trackerPath: string;
  /** Of the pings. */
  pingPath: string;
}

/** The script's address, and that of the pings unless it is /api/ping beside the script, where the script looks by itself. */
export function trackerAddresses({ ingestUrl, trackerPath, pingPath }: Tracker) {
  const base = ingestUrl.replace(/\/+$/, '');
  return {
    script: base + trackerPath,
    endpoint: pingPath === '/api/ping' ? undefined : base + pingPath,
  };
}

/** What a demo page carries; without data-local the script counts nothing on localhost. */
export function scriptTag(tracker: Tracker): string {
  const { script, endpoint } = trackerAddresses(tracker);
  const elsewhere = endpoint === undefined ? '' : ` data-endpoint="${escapeHtml(endpoint)}"`;
  return `<script defer src="${escapeHtml(script)}" data-site="blog" data-local${elsewhere}></script>`;
}
