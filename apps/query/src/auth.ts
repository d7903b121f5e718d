import { createKeyCheck, HttpError } from '@tallyhouse/service';
import type { RequestHandler } from 'express';

/** Lets requests through that show a key. @throws HttpError 401 from the handler */
export function requireKey(keys: readonly (string | undefined)[]): RequestHandler {
  const check = createKeyCheck(keys);
  return (req, _res, next) => {
    if (check(req.get('authorization')) !== 'right') {
      throw new HttpError('unauthorized', 'A valid key is needed: Authorization: Bearer <API_KEY>.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    next();
  };
}
