import { HttpError } from '@tallyhouse/service';
import type { RequestHandler } from 'express';
import type { Crowd } from './request-metrics.ts';

/** Long enough for the burst of reports that a dashboard asks for at once to pass. */
const longestWaitMs = 1000;

/**
 * Serves so many requests at once; further ones wait their turn for up to a second.
 * @param crowd told how many are inside and how many wait, whenever that changes
 * @throws HttpError 503 from the handler, to those whose turn has not come by then
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
  return new HttpError('unavailable', 'Too many requests are under way. Please try again.', {
    headers: { 'Retry-After': '1' },
  });
}
