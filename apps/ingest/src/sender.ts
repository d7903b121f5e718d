import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import {
  acceptedCaller,
  type Caller,
  type ClientAddress,
  type CountRequest,
  HttpError,
  isLoopback,
  type KeyGuard,
} from '@tallyhouse/service';
import { type ListedSites, mayUse } from '@tallyhouse/sites';
import { hintsInHeaders, type Sender } from './pipeline/index.ts';

export interface RequestSender extends Sender {
  /** Whether it has an allowance: it neither sends the key nor is a program on this machine. */
  limited: boolean;
}

export interface SenderDeps {
  clock: () => number;
  clientAddress: ClientAddress;
  guard: KeyGuard;
  countRequest: CountRequest;
  /** The sites file, for the groups of keys. */
  sitesNow: () => ListedSites;
}

/**
 * Reads the sender from the head of a request.
 * @throws (the reader) HttpError 401 or 429 on a wrong key, 403 on one that may not send
 */
export function createSenderReader({ clock, clientAddress, guard, countRequest, sitesNow }: SenderDeps) {
  return (req: IncomingMessage): RequestSender => {
    const address = clientAddress(req);
    const verdict = guard(req.headers.authorization, address);
    // A wrong key is not treated as none: the times and addresses of a server with an outdated key must not be ignored silently.
    const caller = verdict.shown === 'none' ? undefined : acceptedCaller(verdict, wrongKey);
    if (caller?.rights.has('send') === false)
      throw new HttpError('forbidden', 'This key may not send pings.');
    if (caller) countRequest(caller);
    const keyed = caller !== undefined;
    return {
      keyed,
      mayUse: caller && siteCheck(caller, sitesNow),
      limited: !keyed && !speaksForItself(req, address),
      address,
      userAgent: decoded(req.headers['user-agent'] ?? ''),
      acceptLanguage: req.headers['accept-language'] ?? '',
      gpc: req.headers['sec-gpc'] === '1',
      hints: hintsInHeaders(req.headers),
      receivedAt: clock(),
    };
  };
}

export type SenderReader = ReturnType<typeof createSenderReader>;

const wrongKey = 'The key in the Authorization header is not a key of this server.';

/** Node decodes header bytes as Latin-1. Logs have UTF-8, and a view is found among their requests by the same text. */
function decoded(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}

/** A program on this machine. Any `X-Forwarded-For` means that a proxy forwards a request. */
function speaksForItself(req: IncomingMessage, address: string): boolean {
  return req.headers['x-forwarded-for'] === undefined && isLoopback(address);
}

/** undefined: all sites. */
function siteCheck(caller: Caller, sitesNow: () => ListedSites): RequestSender['mayUse'] {
  return caller.sites === 'all' ? undefined : (siteId) => mayUse(caller, siteId, sitesNow());
}
