import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { line, p95Line } from './line.ts';
import type { MeasuredAlone } from './measured.ts';
import type { Service } from './service.ts';
import { median, percentile } from './statistics.ts';
import { targets } from './targets.ts';
import { loadCommand } from './way/round.ts';

/** From a ping's 202 until it is in /overview and in /realtime: on an idle service, and while others send pings. */
export const measureFreshness: MeasuredAlone<'freshness'> = async (service, { pings, rate, beforeMs }) => {
  const idle = await delays(service, pings);
  const all = {
    url: service.pingUrl,
    connections: 32,
    batch: 1,
    seconds: 120,
    requests: 0,
    repeat: true,
  } as const;
  const command = loadCommand({ ...all, pings: 5 * rate, kind: 'articles', rate });
  const load = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] });
  await sleep(beforeMs);
  const loaded = await delays(service, pings);
  load.kill();
  const linesOf = (when: string, times: readonly number[]) => [
    line(`202 to visible${when}, median`, median(times), { unit: ' ms' }),
    p95Line(`202 to visible${when}`, percentile(times, 0.95), targets.visible),
  ];
  return [...linesOf('', idle), ...linesOf(`, at ${rate} pings a second`, loaded)];
};

/** The same for a number of pings, milliseconds. Each ping has its own site. */
async function delays(service: Service, pings: number): Promise<number[]> {
  const measured: number[] = [];
  for (let i = 0; i < pings; i++) {
    const site = `fresh-${Date.now()}-${i}`;
    await send(service.pingUrl, site);
    const began = performance.now();
    while (!(await isSeen(service, site))) await sleep(5);
    measured.push(performance.now() - began);
    // Random, so that it does not align with polling.
    await sleep(Math.random() * 300);
  }
  return measured;
}

async function send(url: string, site: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
    body: JSON.stringify({ site_id: site, url: 'https://example.org/fresh' }),
  });
  if (response.status !== 202) throw new Error(`the ping was answered ${response.status}`);
}

async function isSeen({ report }: Service, site: string): Promise<boolean> {
  const [overview, realtime] = await Promise.all([
    report(`/overview?period=1h&site_id=${site}`),
    report(`/realtime?site_id=${site}`),
  ]);
  return Object(overview)['pageviews'] === 1 && Object(realtime)['active_visitors'] === 1;
}
