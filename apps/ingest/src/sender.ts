import type { IncomingMessage } from 'node:http';
import { type ClientAddress, isLoopback, type KeyGuard, refuseKey } from '@tallyhouse/service';
import type { Sender } from './pipeline/arrival.ts';

export interface RequestSender extends Sender {
  /** Whether it has an allowance: it neither sends the key nor is a program on this machine. */
  limited: boolean;
}

export interface SenderDeps {
  clock: () => number;
  clientAddress: ClientAddress;
  guard: KeyGuard;
}

/** Reads the sender from the head of a request. @throws (the reader) HttpError 401 or 429 on a wrong key */
export function createSenderReader({ clock, clientAddress, guard }: SenderDeps) {
  return (req: IncomingMessage): RequestSender => {
    const address = clientAddress(req);
    const verdict = guard(req.headers.authorization, address);
    // Not treated as keyless: the times and addresses of a server with an outdated key must not be ignored silently.
    if (verdict.shown === 'wrong' || verdict.shown === 'limited') refuseKey(verdict, wrongKey);
    const keyed = verdict.shown === 'right';
    return {
      keyed,
      limited: !keyed && !speaksForItself(req, address),
      address,
      userAgent: req.headers['user-agent'] ?? '',
      acceptLanguage: req.headers['accept-language'] ?? '',
      receivedAt: clock(),
    };
  };
}

export type SenderReader = ReturnType<typeof createSenderReader>;

const wrongKey = 'The key in the Authorization header is not a key of this server.';

/** A program on this machine. Any `X-Forwarded-For` means that a proxy forwards somebody else's request. */
function speaksForItself(req: IncomingMessage, address: string): boolean {
  return req.headers['x-forwarded-for'] === undefined && isLoopback(address);
}
