import { endpoint } from './options.ts';

/**
 * Sends a ping, with one retry when the network or the server fails, or a limit refuses it (429), and ignores a second failure: pings
 * contain totals, so the next one makes up for it. An event has an id, so it counts once even if both arrive.
 *
 * `keepalive` lets it outlive the page. Browsers allow 64 KiB of such pings at a time and refuse what exceeds them, so the retry
 * does without. As plain text it needs no preflight.
 */
export const post = async (body: string, isDone?: boolean): Promise<void> => {
  try {
    isDone = (await fetch(endpoint(), { method: 'POST', keepalive: !isDone, body })).status < 429 || isDone;
  } catch {}
  if (!isDone) setTimeout(post, 5_000, body, true);
};
