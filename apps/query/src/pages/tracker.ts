import { escapeHtml } from '../reply/html.ts';

/** The addresses of ingest for browsers. */
export interface Tracker {
  ingestUrl: string;
  /** Path of the browser script. */
  trackerPath: string;
  /** Path for pings. */
  pingPath: string;
}

/** The address of the script, and that for pings unless it is /api/ping beside the script, the script's default. */
export function trackerAddresses({ ingestUrl, trackerPath, pingPath }: Tracker) {
  const base = ingestUrl.replace(/\/+$/, '');
  return {
    script: base + trackerPath,
    endpoint: pingPath === '/api/ping' ? undefined : base + pingPath,
  };
}

/** The script tag of a demo page; without data-local the script counts nothing on localhost. */
export function scriptTag(tracker: Tracker): string {
  const { script, endpoint } = trackerAddresses(tracker);
  const elsewhere = endpoint === undefined ? '' : ` data-endpoint="${escapeHtml(endpoint)}"`;
  return `<script defer src="${escapeHtml(script)}" data-site="blog" data-local${elsewhere}></script>`;
}
