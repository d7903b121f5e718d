import type { IncomingMessage } from 'node:http';
import type { Sender } from './pipeline/arrival.ts';

export interface SenderDeps {
  clock: () => number;
  clientAddress: (req: IncomingMessage) => string;
  showsKey: (authorization: string | undefined) => boolean;
}

/** Reads who sends a request off its head. @throws (the reader) HttpError 401 on a wrong key */
export function createSenderReader({ clock, clientAddress, showsKey }: SenderDeps) {
  return (req: IncomingMessage): Sender => ({
    keyed: showsKey(req.headers.authorization),
    address: clientAddress(req),
    userAgent: req.headers['user-agent'] ?? '',
    receivedAt: clock(),
  });
}

export type SenderReader = ReturnType<typeof createSenderReader>;
