import type { RequestListener } from 'node:http';
import { createServer as createHttpServer, type ServerOptions } from '@tallyhouse/service';
import { defaultHeaders } from './answer.ts';
import { splitTarget } from './request-target.ts';

/**
 * The HTTP server. It handles the routes for pings before Express, which slows them: with one ping a request, 10.4k/s
 * bare and 7.9k/s under Express, everything else the same; an empty JSON route alone makes 7.8k/s under Express and
 * 55k/s on node:http (2 cores, Node 20.20).
 */
export function createServer(
  routes: ReadonlyMap<string, RequestListener>,
  everythingElse: RequestListener,
  options: Omit<ServerOptions, 'unreadable' | 'headers'>,
) {
  const handle: RequestListener = (req, res) => {
    const route = routes.get(splitTarget(req.url ?? '').path) ?? everythingElse;
    route(req, res);
  };
  return createHttpServer(handle, { ...options, unreadable: 'invalid_body', headers: defaultHeaders });
}
