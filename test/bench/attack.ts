import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { line, note } from './line.ts';
import type { MeasuredAlone } from './measured.ts';
import { onTime } from './pace.ts';
import { median, percentile, spreadOf } from './statistics.ts';
import { targets } from './targets.ts';
import { send } from './way/round.ts';

const bombs = { kind: 'bombs', connections: 8, batch: 1, requests: 0, pings: 1, repeat: true } as const;

/** Measures others' pings with and without an attack by one address: bombs as fast as eight connections allow. @param service with TRUST_PROXY=1 */
export const measureAttack: MeasuredAlone<'attack'> = async ({ pingUrl }, { rounds, seconds }) => {
  const answers = new Map<string, number>();
  const [alone, beside]: [number[], number[]] = [[], []];
  await othersP95(pingUrl, 1); // warm-up
  for (let round = 0; round < rounds; round++) {
    alone.push(await othersP95(pingUrl, seconds));
    const attack = send({ ...bombs, url: pingUrl, seconds: seconds + 1 });
    await sleep(500);
    beside.push(await othersP95(pingUrl, seconds));
    for (const [status, count] of Object.entries((await attack).statuses))
      answers.set(status, (answers.get(status) ?? 0) + count);
  }
  const ratio = median(beside) / median(alone);
  const baseline = spreadOf(alone, ' ms', 1);
  const byStatus = [...answers].map(([status, count]) => `${count} x ${status}`).join(', ');
  return [
    line("others' pings, p95, while one address sends bombs, of without", ratio, targets.attack, {
      baseline,
    }),
    note('the same, p95', spreadOf(beside, ' ms', 1)),
    note('bombs by the status of their answer', byStatus),
  ];
};

/** Others' pings a second: a busy site, far below the service's limit. */
const othersRate = 50;

/**
 * Sends pings at a fixed rate, each from another address, without waiting for responses.
 * @returns the 95th percentile of their times in milliseconds, from when each was due
 */
async function othersP95(url: string, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const pending: Promise<number>[] = [];
  for await (const due of onTime(othersRate * seconds, 1000 / othersRate)) {
    const address = `198.51.100.${pending.length % 250}`;
    pending.push(ping(url, address, agent).then(() => performance.now() - due));
  }
  const times = await Promise.all(pending);
  agent.destroy();
  return percentile(times, 0.95);
}

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
