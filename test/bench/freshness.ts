import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './service.ts';

const pings = 40;

/** Milliseconds from a ping's 202 until it is in /overview and in /realtime, sorted. Each is for a site of its own. */
export async function measureFreshness(service: Service): Promise<number[]> {
  const delays: number[] = [];
  for (let i = 0; i < pings; i++) {
    const site = `fresh-${Date.now()}-${i}`;
    await send(service.pingUrl, site);
    const began = performance.now();
    while (!(await isSeen(service, site))) await sleep(5);
    delays.push(performance.now() - began);
    // Off the beat of whatever polls.
    await sleep(Math.random() * 300);
  }
  return delays.sort((a, b) => a - b);
}

async function send(url: string, site: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
    body: JSON.stringify({ site_id: site, url: 'https://example.org/fresh' }),
  });
  if (response.status !== 202) throw new Error(`the ping was answered ${response.status}`);
}

async function isSeen(service: Service, site: string): Promise<boolean> {
  const [overview, realtime] = await Promise.all([
    service.report(`/overview?period=1h&site_id=${site}`),
    service.report(`/realtime?site_id=${site}`),
  ]);
  return numberIn(overview, 'pageviews') === 1 && numberIn(realtime, 'active_visitors') === 1;
}

function numberIn(data: unknown, name: string): number {
  return typeof data === 'object' && data !== null ? Number(Reflect.get(data, name)) : Number.NaN;
}
