import { type Logger, shownPath } from '@tallyhouse/service';
import type { RequestHandler } from 'express';
import { keyNameOf } from './caller.ts';

/** Logs one line per request, with the name of its key. No headers and no query string, which may contain a visitor's search. */
export function logRequests(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const path = shownPath(req); // routers change it
    res.once('close', () => {
      const line = {
        method: req.method,
        path,
        status: res.statusCode,
        key: keyNameOf(res),
        ms: Math.round(performance.now() - began),
        requestId: res.get('X-Request-Id'),
      };
      logger.info(line, res.writableFinished ? 'answered' : 'client left');
    });
    next();
  };
}
