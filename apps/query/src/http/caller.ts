import { setMaxListeners } from 'node:events';
import type { Caller as KeyHolder } from '@tallyhouse/service';
import type { Response } from 'express';
import type { Readable } from '../read/sites.ts';

/** The caller of a request, identified by its key. */
export interface Caller extends KeyHolder {
  /** Ids of the sites that the key may read; groups are resolved. */
  sites: Readable;
  list: KeyHolder['sites'];
}

const callers = new WeakMap<Response, Caller>();

/** Only for access.ts. */
export const attachCaller = (res: Response, caller: Caller) => callers.set(res, caller);

/** The caller of a request that access.ts has let through. */
export function callerOf(res: Response): Caller {
  const caller = callers.get(res);
  if (caller === undefined) throw new Error('nobody has looked at the key of this request');
  return caller;
}

/** The name of a request's key; undefined without a valid key. */
export const keyNameOf = (res: Response) => callers.get(res)?.name;

/** Aborts when the caller disconnects before the response is complete, so that no work is wasted. */
export function callerLeft(res: Response): AbortSignal {
  const controller = new AbortController();
  // Each query of a report listens, and Node warns of more than ten.
  setMaxListeners(0, controller.signal);
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
