import { HttpError } from '@tallyhouse/service';
import type { RequestHandler } from 'express';
import { callerOf } from './caller.ts';
import type { Crowd } from './metrics.ts';

/** Long enough for a dashboard's burst of reports to pass. */
const longestWaitMs = 1000;

export interface GateDeps {
  /** How many requests are served at once. */
  capacity: number;
  /** Whether there are keys besides the operator's. Otherwise the operator needs no limit. */
  isShared: () => boolean;
  /** Updated when the numbers of active and waiting requests change. */
  crowd: Crowd;
}

interface Waiting {
  key: string;
  turn(): void;
}

/**
 * Admits a request of a key, at once or within a second.
 * @param refuse called with an HttpError 503 after a second of waiting
 * @returns ends the request: frees its slot, or stops waiting
 */
export type Gate = (key: string, enter: () => void, refuse: (busy: HttpError) => void) => () => void;

/**
 * Limits how many requests are served at once; further ones wait for up to a second. A key takes at most half of the slots that other keys
 * leave, rounded up, so that slow downloads of a few keys never block all others.
 */
export function createGate({ capacity, isShared, crowd }: GateDeps): Gate {
  const places = createPlaces(capacity, isShared);
  const waiting = new Set<Waiting>();
  const changed = () => crowd(places.taken(), waiting.size);
  const leave = (key: string) => {
    places.leave(key);
    changed();
    // The share of other keys has grown, so they may be admitted too.
    for (const next of waiting) if (places.hasRoom(next.key)) next.turn();
  };

  return (key, enter, refuse) => {
    let end: () => void;
    const takePlace = () => {
      end = () => leave(key);
      places.enter(key);
      changed();
      enter();
    };
    const wait = () => {
      const own = {
        key,
        turn() {
          end();
          takePlace();
        },
      };
      const late = setTimeout(() => {
        end();
        refuse(busy(places.taken() < capacity));
      }, longestWaitMs);
      end = () => {
        end = () => {};
        clearTimeout(late);
        waiting.delete(own);
        changed();
      };
      waiting.add(own);
      changed();
    };
    if (places.hasRoom(key)) takePlace();
    else wait();
    return () => end();
  };
}

/** Lets requests over HTTP through a gate. */
export const gated =
  (gate: Gate): RequestHandler =>
  (_req, res, next) => {
    res.once('close', gate(callerOf(res).name, next, next));
  };

/** The slots in use, by key. */
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
