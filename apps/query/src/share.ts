interface Flight<T> {
  answer: Promise<T>;
  waiting: number;
  /** Ends it, when nobody waits any more. */
  end: AbortController;
}

/** Runs what is asked for under a key, or waits for the one that is under way. Rejects when `left` aborts. */
export type Share<T> = (key: string, left: AbortSignal, run: (left: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Lets callers who ask the same at the same time wait for one answer. Nothing is kept: whoever comes after it was given
 * asks anew. A caller that leaves ends the work only when it was the last.
 */
export function createShare<T>(): Share<T> {
  const flights = new Map<string, Flight<T>>();

  function begin(key: string, run: (left: AbortSignal) => Promise<T>): Flight<T> {
    const end = new AbortController();
    const flight: Flight<T> = { answer: run(end.signal).finally(() => land(key, flight)), waiting: 0, end };
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
      flight.answer.then(resolve, reject).finally(() => left.removeEventListener('abort', leave));
    });
}
