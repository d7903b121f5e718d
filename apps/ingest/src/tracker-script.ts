import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { methodNotAllowed } from '@tallyhouse/service';
import { type Request, type Response, Router } from 'express';
import { embeddableHeaders } from './cors.ts';

const changing = 'public, max-age=3600, stale-while-revalidate=86400';
const forEver = 'public, max-age=31536000, immutable';

export interface TrackerPaths {
  trackerPath: string;
  pingPath: string;
}

/** The sources of the tracker's two files. */
export interface TrackerScripts {
  /** What pages embed. */
  trackerScript: string;
  /** What that loads on pages that need it. */
  trackerEventsScript: string;
}

/** Serves the browser script at its path, and the second file beside it: `/tracker.js` and `/tracker-events.js`. */
export function trackerScriptRoutes(paths: TrackerPaths, sources: TrackerScripts): Router[] {
  const [, stem = '', extension = ''] = /^(.*?)(\.[^./]+)?$/.exec(paths.trackerPath) ?? [];
  const eventsStem = `${stem}-events`;
  const script = withPaths(sources.trackerScript, paths, eventsStem + extension);
  return [
    scriptRoute(stem, extension, script),
    scriptRoute(eventsStem, extension, sources.trackerEventsScript),
  ];
}

/**
 * Serves a script at its path and at a versioned one: `/tracker.js` and `/tracker.<hash>.js`, where the hash is the first
 * part of the ETag.
 *
 * The plain path is cached for an hour, and for another day while the browser revalidates with the ETag, so a new
 * version reaches every page within a day and no page waits for it. The versioned path never changes. With the hash of
 * another version it serves the current script, cached like the plain path: pages that name it keep counting.
 */
function scriptRoute(stem: string, extension: string, source: string): Router {
  const script = Buffer.from(source);
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 22);
  const encoded = { br: brotliCompressSync(script), gzip: gzipSync(script, { level: 9 }), identity: script };
  const path = stem + extension;
  const versioned = `${stem}.:hash${extension}`;

  function send(res: Response, cacheControl: string): void {
    const encoding = encodingFor(res.req);
    res.set({
      ...embeddableHeaders,
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': cacheControl,
      Vary: 'Accept-Encoding',
      ETag: encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`,
    });
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    // Express answers 304 by itself when If-None-Match matches the ETag.
    res.send(encoded[encoding]);
  }

  const router = Router({ caseSensitive: true, strict: true });
  router.get(path, (_req, res) => send(res, changing));
  router.get(versioned, ({ params }, res) => send(res, params['hash'] === hash ? forEver : changing));
  router.all([path, versioned], methodNotAllowed('GET', 'HEAD'));
  return router;
}

/** The script sends pings to a path relative to its own, so that both work behind any prefix; so for the second file. */
function withPaths(source: string, { trackerPath, pingPath }: TrackerPaths, eventsPath: string): string {
  return source
    .replace('__PING_PATH__', posix.relative(posix.dirname(trackerPath), pingPath))
    .replace('__EVENTS_PATH__', posix.basename(eventsPath));
}

function encodingFor(req: Request): 'br' | 'gzip' | 'identity' {
  if (req.acceptsEncodings('br')) return 'br';
  return req.acceptsEncodings('gzip') ? 'gzip' : 'identity';
}
