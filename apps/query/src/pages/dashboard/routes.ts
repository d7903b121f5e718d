import { methodNotAllowed } from '@tallyhouse/service';
import { type RequestHandler, Router } from 'express';
import { bodiesOf, sendBest } from '../../http/compressed.ts';
import { escapeHtml } from '../../reply/html.ts';
import { type Tracker, trackerAddresses } from '../tracker.ts';
import type { Asset, DashboardFiles } from './files.ts';

/**
 * Allows only the dashboard's own scripts, styles and reports. Text never becomes markup or script.
 * @param framedBy the origins whose pages may show it in a frame
 */
const policyFor = (framedBy: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy.join(' ') || "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** `GET /`, the dashboard, and its files under /assets. @param framedBy the origins whose pages may show it in a frame */
export function dashboardRoutes(
  { page, assets }: DashboardFiles,
  tracker: Tracker,
  framedBy: readonly string[],
): Router {
  const router = Router();
  router.get('/', shell(page, tracker, framedBy));
  router.all('/', methodNotAllowed('GET', 'HEAD'));
  for (const [name, asset] of assets) {
    router.get(`/assets/${name}`, send(asset));
    router.all(`/assets/${name}`, methodNotAllowed('GET', 'HEAD'));
  }
  return router;
}

function shell(page: string, tracker: Tracker, framedBy: readonly string[]): RequestHandler {
  const policy = policyFor(framedBy);
  const { script, endpoint } = trackerAddresses(tracker);
  const html = page
    .replace('{{tracker}}', () => escapeHtml(script))
    .replace('{{endpoint}}', () => escapeHtml(endpoint ?? ''));
  const bodies = bodiesOf(html);
  return (_req, res) => {
    res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
    // The older header supports no list of origins, and would forbid them all.
    if (framedBy.length > 0) res.removeHeader('X-Frame-Options');
    sendBest(res.type('html'), bodies);
  };
}

function send({ type, bodies }: Asset): RequestHandler {
  return (_req, res) => {
    // The name changes with the content.
    res.set({ 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' });
    sendBest(res, bodies);
  };
}
