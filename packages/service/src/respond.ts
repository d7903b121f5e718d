import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { HttpError } from './errors.ts';
import type { Logger } from './logger.ts';

/** Sets an `X-Request-Id` on every response: the caller's own if it is a plain token, otherwise a new one. */
export const requestId: RequestHandler = (req, res, next) => {
  const sent = req.get('x-request-id') ?? '';
  res.set('X-Request-Id', /^[\w.-]{1,128}$/.test(sent) ? sent : randomUUID());
  next();
};

/** The path of a request for logs and messages: anybody may send one of 16 KiB. */
export const shownPath = (req: Request) => req.path.slice(0, 200);

/** The last route: nothing matched. */
export const notFound: RequestHandler = (req) => {
  throw new HttpError('not_found', `${shownPath(req)} does not exist.`);
};

/** Responds with 405 and `Allow` to every other method. Mount it after the route's own methods. */
export function methodNotAllowed(...allowed: string[]): RequestHandler {
  return (req) => {
    throw new HttpError(
      'method_not_allowed',
      `${req.method} is not allowed here: use ${allowed.join(' or ')}.`,
      { headers: { Allow: allowed.join(', ') } },
    );
  };
}

/** Turns an error thrown by a handler into the JSON error body. Unexpected errors are logged and become a bare 500. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const known = toHttpError(error);
    if (known.status === 500) {
      const path = shownPath(req);
      logger.error({ err: error, requestId: res.get('X-Request-Id'), path }, 'request failed');
    }
    res.status(known.status).set(known.headers).json(known.body());
  };
}

/** Express's own errors (a malformed `%`, a body that is too large) carry a status; all others are bugs. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return new HttpError('payload_too_large', 'The body is too large.');
  if (status === 415)
    return new HttpError('unsupported_media_type', 'The encoding of the body is not supported.');
  if (status === 400) return new HttpError('invalid_parameter', 'The request is malformed.');
  return new HttpError('internal', 'Internal error. The server log has its details under the request id.', {
    cause: error,
  });
}
