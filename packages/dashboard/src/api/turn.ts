import { createContext } from 'preact';

/**
 * Whether the reports of some panels wait for those of the first screen. On a small machine, requesting all reports at once delays them
 * all; in this order the numbers that are read first come first.
 */
export const LaterContext = createContext(false);

/** The longest time that a slow report delays the others. */
const longestWaitMs = 1000;

const ahead = new Set<Promise<unknown>>();

export function goAhead<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  const running = request();
  ahead.add(running);
  const end = () => ahead.delete(running);
  running.then(end, end);
  return running;
}

/** Requests a report after the earlier ones have responses. */
export async function goLater<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  // Panels request their reports in one turn, in any order.
  await Promise.resolve();
  await Promise.race([
    Promise.allSettled(ahead),
    new Promise((over) => {
      setTimeout(over, longestWaitMs);
    }),
  ]);
  return request();
}
