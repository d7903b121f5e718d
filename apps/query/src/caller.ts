import type { Response } from 'express';

/** Aborts when the caller leaves before its answer is whole, so that nothing goes on being worked out for nobody. */
export function callerLeft(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
