import { methodNotAllowed } from '@tallyhouse/service';
import { Router } from 'express';
import demo from './demo.html';
import home from './home.html';
import { escapeHtml } from './html.ts';
import { page } from './page.ts';

/** Where browsers find ingest. */
export interface Tracker {
  ingestUrl: string;
  /** Of the browser script. */
  trackerPath: string;
  /** Of the pings. */
  pingPath: string;
}

/** `GET /`, which says what this is, and the pages under /demo, which carry the tracker. */
export function pageRoutes(tracker: Tracker): Router {
  const { ingestUrl } = tracker;
  const router = Router();
  const tracked = demo.replaceAll('{{tracker}}', () => scriptTag(tracker));
  router.get('/', page(home));
  router.get('/demo', page(tracked.replaceAll('{{title}}', 'Demo'), ingestUrl));
  router.get('/demo/second', page(tracked.replaceAll('{{title}}', 'Second demo'), ingestUrl));
  router.all(['/', '/demo', '/demo/second'], methodNotAllowed('GET', 'HEAD'));
  return router;
}

/** The script sends pings to /api/ping beside itself, unless its tag says otherwise. */
function scriptTag({ ingestUrl, trackerPath, pingPath }: Tracker): string {
  const at = (path: string) => escapeHtml(ingestUrl.replace(/\/+$/, '') + path);
  const endpoint = pingPath === '/api/ping' ? '' : ` data-endpoint="${at(pingPath)}"`;
  return `<script defer src="${at(trackerPath)}" data-site="blog"${endpoint}></script>`;
}
