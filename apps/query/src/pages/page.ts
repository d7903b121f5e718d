import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Serves a page that may load its own style, and the tracker from the ingest service, and nothing else. */
export function page(html: string, ingestUrl?: string): RequestHandler {
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
      // The default, no-referrer, would hide the previous page from the tracker.
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cache-Control': 'no-cache',
    });
    res.type('html').send(html);
  };
}

/** Allows the page's inline style, and no other. */
function styleHash(html: string): string {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
