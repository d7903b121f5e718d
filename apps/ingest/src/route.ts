import type { IncomingMessage, RequestListener } from 'node:http';
import { HttpError, type Logger, toHttpError } from '@tallyhouse/service';
import { type Answer, errorAnswer, requestIdOf, send } from './answer.ts';
import { SenderGone } from './body.ts';
import { preflightHeaders } from './cors.ts';

/**
 * One path of the bare server, with the one method it has besides OPTIONS. What the handler throws becomes the JSON
 * error of the contract; what nobody expected is logged and becomes a bare 500.
 */
export function route(
  method: 'GET' | 'POST',
  handle: (req: IncomingMessage) => Promise<Answer>,
  logger: Logger,
): RequestListener {
  const wrongMethod = errorAnswer(
    new HttpError('method_not_allowed', `Use ${method} here.`, { headers: { Allow: `${method}, OPTIONS` } }),
  );
  return async (req, res) => {
    const requestId = requestIdOf(req);
    if (req.method === 'OPTIONS')
      return send(res, { status: 204, headers: preflightHeaders, body: '' }, requestId);
    if (req.method !== method) return send(res, wrongMethod, requestId);
    try {
      send(res, await handle(req), requestId);
    } catch (error) {
      if (error instanceof SenderGone) return;
      const known = toHttpError(error);
      if (known.status === 500) logger.error({ err: error, requestId }, 'request failed');
      send(res, errorAnswer(known), requestId);
    }
  };
}
