import { setMaxListeners } from 'node:events';

interface Flight<T> {
  result: Promise<T>;
  waiting: number;
  /** Ends the work when no caller is left. */
  end: AbortController;
}

/** Runs the work of a key, or waits for the run in progress. Rejects when `left` aborts. */
export type Share<T> = (key: string, left: AbortSignal, run: (left: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Lets concurrent callers with the same key share one result. Nothing is cached: a later caller starts the work again. Only the last caller
 * to leave ends the work.
 */
export function createShare<T>(): Share<T> {
  const flights = new Map<string, Flight<T>>();

  function begin(key: string, run: (left: AbortSignal) => Promise<T>): Flight<T> {
    const end = new AbortController();
    // Each query of the work listens, and Node warns of more than ten.
    setMaxListeners(0, end.signal);
    const flight: Flight<T> = { result: run(end.signal).finally(() => land(key, flight)), waiting: 0, end };
    flights.set(key, flight);
    return flight;
  }

  function land(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return (key, left, run) =>
    new Promise<T>((resolve, reject) => {
      if (left.aborted) return reject(left.reason);
      const flight = flights.get(key) ?? begin(key, run);
      flight.waiting++;
      const leave = () => {
        reject(left.reason);
        flight.waiting--;
        if (flight.waiting > 0) return;
        land(key, flight);
        flight.end.abort();
      };
      left.addEventListener('abort', leave, { once: true });
      flight.result.then(resolve, reject).finally(() => left.removeEventListener('abort', leave));
    });
}
