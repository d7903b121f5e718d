import type { IncomingMessage, RequestListener } from 'node:http';
import { HttpError, type Logger, toHttpError } from '@tallyhouse/service';
import { type Answer, errorAnswer, flattenHeaders, requestIdOf, send } from './answer.ts';
import { SenderGone } from './body.ts';
import { preflightHeaders } from './cors.ts';
import type { HoldBack } from './hold-back.ts';

/** Called after each request with the status of its response, or that the sender disconnected, and the duration. */
export type RouteMeter = (outcome: number | 'sender_gone', seconds: number) => void;

export interface RouteDeps {
  logger: Logger;
  meter: RouteMeter;
  holdBack: HoldBack;
}

/**
 * One path of the bare server, with its one method besides OPTIONS. Errors of the handler become the JSON error of the
 * contract; unexpected ones are logged and become a bare 500.
 */
export function route(
  method: 'GET' | 'POST',
  handle: (req: IncomingMessage) => Promise<Answer>,
  { logger, meter, holdBack }: RouteDeps,
): RequestListener {
  const wrongMethod = errorAnswer(
    new HttpError('method_not_allowed', `Use ${method} here.`, { headers: { Allow: `${method}, OPTIONS` } }),
  );
  return async (req, res) => {
    const began = performance.now();
    const requestId = requestIdOf(req);
    const finish = (answer: Answer) => {
      send(res, answer, requestId);
      meter(answer.status, (performance.now() - began) / 1000);
    };
    if (req.method === 'OPTIONS') return finish(preflight);
    if (req.method !== method) return finish(wrongMethod);
    try {
      finish(await handle(req));
    } catch (error) {
      if (error instanceof SenderGone) return meter('sender_gone', (performance.now() - began) / 1000);
      const known = toHttpError(error);
      if (known.status === 500) logger.error({ err: error, requestId }, 'request failed');
      if (known.status === 429) {
        const refused = (performance.now() - began) / 1000;
        await holdBack();
        send(res, errorAnswer(known), requestId);
        return meter(known.status, refused);
      }
      finish(errorAnswer(known));
    }
  };
}

const preflight: Answer = { status: 204, headers: flattenHeaders(preflightHeaders), body: '' };
