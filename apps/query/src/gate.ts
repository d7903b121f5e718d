import { HttpError } from '@tallyhouse/service';
import type { RequestHandler } from 'express';
import type { Crowd } from './metrics.ts';

/** Long enough for a dashboard's burst of reports to pass. */
const longestWaitMs = 1000;

/**
 * Limits how many requests are served at once; further ones wait for up to a second.
 * @param crowd updated with the numbers of active and waiting requests whenever they change
 * @throws HttpError 503 from the handler, after a second of waiting
 */
export function gate(capacity: number, crowd: Crowd): RequestHandler {
  let inside = 0;
  const waiting = new Set<() => void>();

  const changed = () => crowd(inside, waiting.size);
  const leave = () => {
    inside--;
    changed();
    const [first] = waiting;
    if (first) {
      waiting.delete(first);
      first();
    }
  };

  return (_req, res, next) => {
    const enter = () => {
      inside++;
      changed();
      res.once('close', leave);
      next();
    };
    if (inside < capacity) {
      enter();
      return;
    }
    const turn = () => {
      stopWaiting();
      enter();
    };
    const stopWaiting = () => {
      clearTimeout(late);
      waiting.delete(turn);
      changed();
      res.off('close', stopWaiting);
    };
    const late = setTimeout(() => {
      stopWaiting();
      next(busy());
    }, longestWaitMs);
    res.once('close', stopWaiting);
    waiting.add(turn);
    changed();
  };
}

function busy(): HttpError {
  return new HttpError('unavailable', 'Too many concurrent requests. Please try again.', {
    headers: { 'Retry-After': '1' },
  });
}
