import { createHash } from 'node:crypto';
import { methodNotAllowed } from '@tallyhouse/service';
import { Router } from 'express';
import { embeddableHeaders } from './cors.ts';

/**
 * The browser script. Cached for an hour, and used for a day more while the browser asks again with the ETag, so a
 * new version reaches every page within a day and no page waits for it.
 */
export function trackerScriptRoute(path: string, script: string): Router {
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`;
  const router = Router({ caseSensitive: true, strict: true });
  router.get(path, (_req, res) => {
    res.set({
      ...embeddableHeaders,
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
      ETag: etag,
    });
    // Express answers 304 by itself when If-None-Match holds the ETag.
    res.send(script);
  });
  router.all(path, methodNotAllowed('GET', 'HEAD'));
  return router;
}
