import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Line, plainLine } from './line.ts';
import type { Service } from './service.ts';
import { percentile } from './statistics.ts';

/** Half of what the standalone service can ingest on two cores, in pings a second. */
const loadRate = 4000;

/** From a ping's 202 until it is in /overview and in /realtime: on an idle service, and while others send pings. */
export async function measureFreshness(service: Service, quick: boolean): Promise<Line[]> {
  const pings = quick ? 3 : 40;
  const idle = await delays(service, pings);
  const load = startLoad(service.pingUrl, quick ? 500 : loadRate);
  await sleep(quick ? 500 : 5000);
  const loaded = await delays(service, pings);
  load.kill();
  return [...toLines('', idle), ...toLines(`, at ${quick ? 500 : loadRate} pings a second`, loaded)];
}

function toLines(when: string, times: readonly number[]): Line[] {
  const at = (share: number) => percentile(times, share);
  return [
    plainLine('freshness', `202 to visible${when}, median`, `${Math.round(at(0.5))} ms`),
    {
      part: 'freshness',
      what: `202 to visible${when}, p95`,
      figure: `${Math.round(at(0.95))} ms`,
      target: '< 1,500 ms',
      met: at(0.95) < 1500,
    },
  ];
}

function startLoad(url: string, rate: number): ChildProcess {
  const args = ['dist/bench/ingest/load.js', url, '120', '32', '1', String(rate)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** From a ping's 202 until it is in /overview and in /realtime, milliseconds. Each ping is for a site of its own. */
export async function delays(service: Service, pings: number): Promise<number[]> {
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
