import { createHash } from 'node:crypto';
import { methodNotAllowed } from '@tallyhouse/service';
import { type RequestHandler, Router } from 'express';
import demo from './demo.html';
import home from './home.html';

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

/** A page may load its own style, and the tracker from the ingest service, and nothing else. */
function page(html: string, ingestUrl?: string): RequestHandler {
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash(html)}`,
    ...(ingestUrl
      ? [`script-src ${new URL(ingestUrl).origin}`, `connect-src ${new URL(ingestUrl).origin}`]
      : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return (_req, res) => {
    res.set({
      'Content-Security-Policy': policy,
      // The default, no-referrer, would hide from the tracker which page led to the next.
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cache-Control': 'no-cache',
    });
    res.type('html').send(html);
  };
}

/** Allows the inline style of the page, and no other. */
function styleHash(html: string): string {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
