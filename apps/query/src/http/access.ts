import {
  acceptedCaller,
  type ClientAddress,
  type CountRequest,
  HttpError,
  type KeyGuard,
  keyRequired,
  type Right,
} from '@tallyhouse/service';
import { type ListedSites, readableSites } from '@tallyhouse/sites';
import type { Request, RequestHandler } from 'express';
import { attachCaller, callerOf } from './caller.ts';

/** Checks the rights of a request before anything else. */
export interface Access {
  /** Finds the caller of a request (callerOf). @throws (the handler) HttpError 401, or 429 after too many wrong keys */
  identify: RequestHandler;
  /** Passes callers with a right, or with an alternative that suffices for the request. @throws (the handler) HttpError 403 */
  require(right: Right, instead?: (req: Request) => Right | undefined): RequestHandler;
  count: CountRequest;
  /** Both. @throws (the handler) HttpError 403, or 429 when the caller has sent too many requests */
  allow(right: Right, instead?: (req: Request) => Right | undefined): RequestHandler;
}

export interface AccessDeps {
  guard: KeyGuard;
  addressOf: ClientAddress;
  countRequest: CountRequest;
  /** The sites file, for the groups of keys. */
  sitesNow: () => ListedSites;
}

export function createAccess({ guard, addressOf, countRequest, sitesNow }: AccessDeps): Access {
  const require: Access['require'] = (right, instead) => (req, res, next) => {
    const caller = callerOf(res);
    const other = instead?.(req);
    const isAllowed = caller.rights.has(right) || (other !== undefined && caller.rights.has(other));
    if (!isAllowed) throw new HttpError('forbidden', `This key lacks the right ${right}.`);
    next();
  };
  return {
    require,
    count: countRequest,
    identify(req, res, next) {
      const caller = acceptedCaller(guard(req.get('authorization'), addressOf(req)), keyRequired);
      attachCaller(res, { ...caller, list: caller.sites, sites: readableSites(caller, sitesNow()) });
      next();
    },
    allow: (right, instead) => {
      const isAllowed = require(right, instead);
      return (req, res, next) =>
        isAllowed(req, res, () => {
          countRequest(callerOf(res));
          next();
        });
    },
  };
}
