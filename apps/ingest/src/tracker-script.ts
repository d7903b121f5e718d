import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { methodNotAllowed } from '@tallyhouse/service';
import { type ListedSites, latestOf } from '@tallyhouse/sites';
import { type Request, type Response, Router } from 'express';
import { embeddableHeaders } from './cors.ts';
import { withKeptQuery } from './kept-query.ts';

const changing = 'public, max-age=3600, stale-while-revalidate=86400';
const forEver = 'public, max-age=31536000, immutable';

interface TrackerPaths {
  trackerPath: string;
  pingPath: string;
}

/** The sources of the tracker's files. */
export interface TrackerScripts {
  /** The script that pages embed. */
  trackerScript: string;
  /** Loaded by that script on pages that need it. */
  trackerEventsScript: string;
  /** Loaded where the tag asks for web vitals. */
  trackerVitalsScript: string;
}

export interface TrackerDeps extends TrackerPaths, TrackerScripts {
  /** The sites file, with the parameters of an address that stay in its path. */
  sitesNow: () => ListedSites;
  /** Where the script stores no ids: everywhere until the visitor consents; in browsers that ask for privacy. */
  stores: { cookieless: boolean; gpc: boolean };
}

/** Serves the browser script at its path, and the other files next to it: `/tracker.js`, `/tracker-events.js`, `/tracker-vitals.js`. */
export function trackerScriptRoutes({ sitesNow, stores, ...deps }: TrackerDeps): Router[] {
  const [, stem = '', extension = ''] = /^(.*?)(\.[^./]+)?$/.exec(deps.trackerPath) ?? [];
  const besides = { events: packed(deps.trackerEventsScript), vitals: packed(deps.trackerVitalsScript) };
  const script = withPaths(withStorage(deps.trackerScript, stores), deps, {
    events: `${stem}-events${extension}`,
    vitals: `${stem}-vitals${extension}`,
  });
  return [
    scriptRoute(
      stem,
      extension,
      latestOf(sitesNow, (sites) => packed(withKeptQuery(script, sites))),
    ),
    ...Object.entries(besides).map(([name, one]) => scriptRoute(`${stem}-${name}`, extension, () => one)),
  ];
}

/** A script as it is sent. */
interface Packed extends Record<'br' | 'gzip' | 'identity', Buffer> {
  /** Identifies its version. */
  hash: string;
}

function packed(source: string): Packed {
  const script = Buffer.from(source);
  return {
    hash: createHash('sha256').update(script).digest('base64url').slice(0, 22),
    br: brotliCompressSync(script),
    gzip: gzipSync(script, { level: 9 }),
    identity: script,
  };
}

/**
 * Serves a script at its path and at a versioned one: `/tracker.js` and `/tracker.<hash>.js`, where the hash is the first
 * part of the ETag.
 *
 * The plain path is cached for an hour, and for another day while the browser revalidates with the ETag, so a new
 * version reaches every page within a day and no page waits for it. The versioned path never changes. With the hash of
 * another version it serves the current script, cached like the plain path: pages that name it keep counting.
 */
function scriptRoute(stem: string, extension: string, scriptNow: () => Packed): Router {
  const path = stem + extension;
  const versioned = `${stem}.:hash${extension}`;

  function send(res: Response, asked?: unknown): void {
    const encoding = encodingFor(res.req);
    const { hash, [encoding]: script } = scriptNow();
    res.set({
      ...embeddableHeaders,
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': asked === hash ? forEver : changing,
      Vary: 'Accept-Encoding',
      ETag: encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`,
    });
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    // Express sends 304 by itself when If-None-Match matches the ETag.
    res.send(script);
  }

  const router = Router({ caseSensitive: true, strict: true });
  router.get(path, (_req, res) => send(res));
  router.get(versioned, ({ params }, res) => send(res, params['hash']));
  router.all([path, versioned], methodNotAllowed('GET', 'HEAD'));
  return router;
}

/** Tells the script whether it stores ids. The browser's wish counts most, then the visitor's choice, then the tag. */
const withStorage = (source: string, { cookieless, gpc }: TrackerDeps['stores']): string =>
  source.replace(
    /__STORES__\((.*?\)),([^)]*)\)/,
    `(${gpc ? 'navigator.globalPrivacyControl?0:' : ''}$1||!${cookieless ? '1' : '($2)'})`,
  );

/** The script sends pings to a path relative to its own, so that both work behind any prefix; likewise for the other files. */
function withPaths(
  source: string,
  { trackerPath, pingPath }: TrackerPaths,
  besides: { events: string; vitals: string },
): string {
  const folder = posix.relative(posix.dirname(trackerPath), posix.dirname(pingPath)); // which the script may be in
  return source
    .replace('__PING_PATH__', posix.join(folder, posix.basename(pingPath)))
    .replace('__EVENTS_PATH__', posix.basename(besides.events))
    .replace('__VITALS_PATH__', posix.basename(besides.vitals))
    .replace('__TRACKER__', posix.basename(trackerPath).replace(/\.[^.]*$/, '.'));
}

function encodingFor(req: Request): 'br' | 'gzip' | 'identity' {
  if (req.acceptsEncodings('br')) return 'br';
  return req.acceptsEncodings('gzip') ? 'gzip' : 'identity';
}
