import type { Logger } from '@tallyhouse/service';
import type { RequestHandler } from 'express';

/** One line a request: no header, and no query string, which may hold what a visitor searched for. */
export function logRequests(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const path = req.path; // routers below change it
    res.once('close', () => {
      const line = {
        method: req.method,
        path,
        status: res.statusCode,
        ms: Math.round(performance.now() - began),
        requestId: res.get('X-Request-Id'),
      };
      logger.info(line, res.writableFinished ? 'answered' : 'client left');
    });
    next();
  };
}
