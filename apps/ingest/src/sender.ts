import type { IncomingMessage } from 'node:http';
import { HttpError, type KeyCheck } from '@tallyhouse/service';
import type { Sender } from './pipeline/arrival.ts';

export interface SenderDeps {
  clock: () => number;
  clientAddress: (req: IncomingMessage) => string;
  checkKey: KeyCheck;
}

/** Reads who sends a request off its head. @throws (the reader) HttpError 401 on a wrong key */
export function createSenderReader({ clock, clientAddress, checkKey }: SenderDeps) {
  return (req: IncomingMessage): Sender => {
    const key = checkKey(req.headers.authorization);
    // Not taken for a keyless sender: a server that sends an old key must not have its times and addresses ignored.
    if (key === 'wrong') throw wrongKey();
    return {
      keyed: key === 'right',
      address: clientAddress(req),
      userAgent: req.headers['user-agent'] ?? '',
      receivedAt: clock(),
    };
  };
}

export type SenderReader = ReturnType<typeof createSenderReader>;

function wrongKey(): HttpError {
  return new HttpError('unauthorized', 'The key in the Authorization header is not one of this server.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}
