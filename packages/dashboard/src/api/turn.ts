import { createContext } from 'preact';

/**
 * Whether the reports of some panels wait for those of the first screen. A service on a small machine answers all reports that
 * are requested together late; in this order the numbers that are read first come first.
 */
export const LaterContext = createContext(false);

/** A slow report holds the others no longer than this. */
const longestWaitMs = 1000;

const ahead = new Set<Promise<unknown>>();

/** Requests a report at once. */
export function goAhead<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  const running = request();
  ahead.add(running);
  const end = () => ahead.delete(running);
  running.then(end, end);
  return running;
}

/** Requests a report once those that went ahead have been answered. */
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
