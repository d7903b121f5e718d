import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './statistics.ts';

/** Pings of others a second: a busy site, and far below the service's limit. */
const othersRate = 50;

/**
 * Sends pings at a fixed rate, each from another address, whether or not the earlier ones were answered.
 * @returns how long each took, milliseconds, counted from when it was due
 */
export async function othersPings(url: string, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const pending: Promise<number>[] = [];
  for (let i = 0; i < othersRate * seconds; i++) {
    const due = began + (i * 1000) / othersRate;
    await sleep(Math.max(0, due - performance.now()));
    pending.push(ping(url, `198.51.100.${i % 250}`, agent).then(() => performance.now() - due));
  }
  const times = await Promise.all(pending);
  agent.destroy();
  return times;
}

/** The 95th percentile of the same. */
export const othersP95 = async (url: string, seconds: number): Promise<number> =>
  percentile(await othersPings(url, seconds), 0.95);

/** @throws an Error when the ping is not accepted */
function ping(url: string, address: string, agent: Agent): Promise<void> {
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'X-Forwarded-For': address,
  };
  return new Promise((resolve, reject) => {
    const req = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 202) resolve();
        else reject(new Error(`a ping of ${address} was answered ${response.statusCode}`));
      });
    });
    req.once('error', reject);
    req.end(JSON.stringify({ site_id: 'blog', url: 'https://example.org/attacked' }));
  });
}
