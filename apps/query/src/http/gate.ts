import { HttpError } from '@tallyhouse/service';
import type { RequestHandler } from 'express';
import { callerOf } from './caller.ts';
import type { Crowd } from './metrics.ts';

/** Long enough for a dashboard's burst of reports to pass. */
const longestWaitMs = 1000;

export interface GateDeps {
  /** How many requests are served at once. */
  capacity: number;
  /** Whether there are keys besides that of the operator. Else the operator has no one to leave room for. */
  isShared: () => boolean;
  /** Updated with the numbers of active and waiting requests whenever they change. */
  crowd: Crowd;
}

/** A request that waits for a place. */
interface Waiting {
  key: string;
  turn(): void;
}

/**
 * Limits how many requests are served at once; further ones wait for up to a second. A key takes at most half of the places that
 * other keys leave, rounded up, so that slow downloads of one, or of a few, never shut out all others.
 * @throws HttpError 503 from the handler, after a second of waiting
 */
export function gate({ capacity, isShared, crowd }: GateDeps): RequestHandler {
  const places = createPlaces(capacity, isShared);
  const waiting = new Set<Waiting>();
  const changed = () => crowd(places.taken(), waiting.size);
  const leave = (key: string) => {
    places.leave(key);
    changed();
    // Others may have room now too: their share has grown.
    for (const next of waiting) if (places.hasRoom(next.key)) next.turn();
  };

  return (_req, res, next) => {
    const { name: key } = callerOf(res);
    const enter = () => {
      places.enter(key);
      changed();
      res.once('close', () => leave(key));
      next();
    };
    if (places.hasRoom(key)) return enter();
    const own = {
      key,
      turn() {
        stopWaiting();
        enter();
      },
    };
    const stopWaiting = () => {
      clearTimeout(late);
      waiting.delete(own);
      changed();
      res.off('close', stopWaiting);
    };
    const late = setTimeout(() => {
      stopWaiting();
      next(busy(places.taken() < capacity));
    }, longestWaitMs);
    res.once('close', stopWaiting);
    waiting.add(own);
    changed();
  };
}

/** The places that requests take, by key. */
function createPlaces(capacity: number, isShared: () => boolean) {
  let taken = 0;
  const takenBy = new Map<string, number>();
  return {
    taken: () => taken,
    hasRoom(key: string): boolean {
      if (taken >= capacity) return false;
      const own = takenBy.get(key) ?? 0;
      return !isShared() || own < Math.ceil((capacity - taken + own) / 2);
    },
    enter(key: string): void {
      taken++;
      takenBy.set(key, (takenBy.get(key) ?? 0) + 1);
    },
    leave(key: string): void {
      taken--;
      const left = (takenBy.get(key) ?? 0) - 1;
      if (left > 0) takenBy.set(key, left);
      else takenBy.delete(key);
    },
  };
}

function busy(isOfKey: boolean): HttpError {
  const message = isOfKey
    ? 'Too many concurrent requests with this key. Please try again.'
    : 'Too many concurrent requests. Please try again.';
  return new HttpError('unavailable', message, { headers: { 'Retry-After': '1' } });
}
