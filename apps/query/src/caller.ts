import type { Response } from 'express';

/** Who asks, by the key of the request. */
export interface Caller {
  /** Name of the key. */
  name: string;
  rights: readonly string[];
  /** Ids of the sites that the key may read. */
  sites: 'all' | readonly string[];
}

/** Every key is one of the operator's. */
export const callerOf = (_res: Response): Caller => ({ name: 'operator', rights: [], sites: 'all' });

/** Aborts when the caller disconnects before the response is complete, so that no work is done for nobody. */
export function callerLeft(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
