import type { IncomingMessage } from 'node:http';
import { type ClientAddress, isLoopback, type KeyGuard, refuseKey } from '@tallyhouse/service';
import type { Sender } from './pipeline/arrival.ts';

export interface RequestSender extends Sender {
  /** Has an allowance: neither shows the key, nor is a program on this machine. */
  limited: boolean;
}

export interface SenderDeps {
  clock: () => number;
  clientAddress: ClientAddress;
  guard: KeyGuard;
}

/** Reads who sends a request off its head. @throws (the reader) HttpError 401 or 429 on a wrong key */
export function createSenderReader({ clock, clientAddress, guard }: SenderDeps) {
  return (req: IncomingMessage): RequestSender => {
    const address = clientAddress(req);
    const verdict = guard(req.headers.authorization, address);
    // Not taken for a keyless sender: a server that sends an old key must not have its times and addresses ignored.
    if (verdict.shown === 'wrong' || verdict.shown === 'limited') refuseKey(verdict, wrongKey);
    const keyed = verdict.shown === 'right';
    return {
      keyed,
      limited: !keyed && !speaksForItself(req, address),
      address,
      userAgent: req.headers['user-agent'] ?? '',
      receivedAt: clock(),
    };
  };
}

export type SenderReader = ReturnType<typeof createSenderReader>;

const wrongKey = 'The key in the Authorization header is not one of this server.';

/** A program on this machine. With `X-Forwarded-For`, whatever it says, a proxy passes on what somebody else sent. */
function speaksForItself(req: IncomingMessage, address: string): boolean {
  return req.headers['x-forwarded-for'] === undefined && isLoopback(address);
}
