import type { Response } from 'express';

/** Aborts when the caller disconnects before the response is complete, so that no work is done for nobody. */
export function callerLeft(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
