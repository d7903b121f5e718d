import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often to ping a server that responds. */
const everyMs = 5_000;

/**
 * How long a server may take to respond to a ping. A busy one takes milliseconds, and seconds while the machine swaps; a frozen one accepts
 * the connection and never responds.
 */
export const patienceMs = 60_000;

/**
 * Resolves with true once a server is silent for the whole patience, and after a second ping for a sixth of it: after a pause of this
 * process itself (a stopped container, a suspended machine) the first one may have timed out although a response had arrived. A server that
 * refuses connections is starting or has ended, which is handled elsewhere. Resolves with false when the signal is aborted.
 */
export async function isSilent(url: string, patience: number, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await sleep(Math.min(everyMs, patience), undefined, { signal }).catch(() => {});
    if (!(await hears(url, patience, signal)) && !(await hears(url, patience / 6, signal)))
      return !signal.aborted;
  }
  return false;
}

/** Whether a ping gets a response in time, or is refused. */
const hears = async (url: string, withinMs: number, signal: AbortSignal): Promise<boolean> =>
  (await ping(url, withinMs, signal)) !== 'silent';

/** Pings a server on a connection of its own: a server that shuts down waits for idle ones. */
export function ping(
  url: string,
  withinMs: number,
  signal?: AbortSignal,
): Promise<'here' | 'refused' | 'silent'> {
  return new Promise((resolve) => {
    const request = get(`${url}/ping`, { agent: false, timeout: withinMs, signal }, (response) => {
      response.resume();
      resolve(response.statusCode === 200 ? 'here' : 'refused');
    });
    request.once('timeout', () => {
      resolve('silent');
      request.destroy();
    });
    request.once('error', () => resolve('refused'));
  });
}
