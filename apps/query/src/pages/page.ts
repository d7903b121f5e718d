import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { bodiesOf, sendBest } from '../http/compressed.ts';

/**
 * Serves a page that may load only its own style, and the tracker from ingest. A page with a script may also run it and send requests to
 * this server; one with a font may load it from here.
 */
export function page(html: string, ingestUrl?: string): RequestHandler {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf('style', html)}`,
    ...(html.includes('<script>') ? [`script-src ${hashOf('script', html)}`, "connect-src 'self'"] : []),
    ...(ingestUrl
      ? [`script-src ${new URL(ingestUrl).origin}`, `connect-src ${new URL(ingestUrl).origin}`]
      : []),
    ...(html.includes('@font-face') ? ["font-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const bodies = bodiesOf(html);
  return (_req, res) => {
    res.set({
      'Content-Security-Policy': policy,
      // The default, no-referrer, would hide the previous page from the tracker.
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cache-Control': 'no-cache',
    });
    sendBest(res.type('html'), bodies);
  };
}

/** Allows the page's inline style or script, and no other. */
function hashOf(tag: 'style' | 'script', html: string): string {
  const [, text = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html) ?? [];
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
