import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, runForJson } from '../process.ts';
import type { Service } from '../service.ts';
import { type Cost, meter } from './cost.ts';

/** How pings are sent; the table shows it as `50 x 1`. */
export interface Workload {
  connections: number;
  /** Pings of a request. */
  batch: number;
}

/** When a round ends: after so many seconds, or so many pings. */
export interface Limits {
  seconds: number;
  pings: number;
}

/** Pings of which kind are sent: all of visits, their views alone, an event for each view, or views without a visit. */
type Kind = 'visits' | 'views' | 'events' | 'articles';

/** What the load program saw. Times in milliseconds. */
interface Sent {
  accepted: number;
  refused: number;
  seconds: number;
  p50: number;
  p95: number;
}

export interface Round extends Sent {
  /** Microseconds of CPU time a ping. */
  cpu: number;
  cost?: Cost;
}

export async function load(
  url: string,
  { connections, batch }: Workload,
  { seconds, pings }: Limits,
  { repeat = false, kind = 'visits' }: { repeat?: boolean; kind?: Kind } = {},
): Promise<Sent> {
  const how = repeat ? 'repeat' : 'once';
  const sent = await runForJson<Sent>('way/load', url, seconds, connections, batch, pings, how, kind);
  if (sent.refused > 0) throw new Error(`${sent.refused} pings were refused at ${url}`);
  return sent;
}

export async function bareRound(
  { url, pid }: { url: string; pid: number },
  workload: Workload,
  { seconds, pings }: Limits,
): Promise<Round> {
  const before = cpuSeconds(pid);
  const limits = { seconds: Math.min(seconds, 5), pings };
  const sent = await load(url, workload, limits, { repeat: true });
  return { ...sent, cpu: microseconds(cpuSeconds(pid) - before, sent.accepted) };
}

/** Sends pings, and waits until all of them are in the tables. @param service started with logs */
export async function serviceRound(
  service: Service,
  workload: Workload,
  limits: Limits,
  kind: Kind = 'visits',
): Promise<Round> {
  const stored = () => service.count('select count() as n from pings');
  const inserting = () =>
    service.count("select count() as n from system.processes where query_kind = 'Insert'");
  const before = await stored();
  const stop = await meter(service);
  const sent = await load(service.pingUrl, workload, limits, { kind });
  const deadline = performance.now() + 120_000;
  // The views' tables follow pings within the same insert.
  while ((await stored()) < before + sent.accepted || (await inserting()) > 0) {
    if (performance.now() > deadline)
      throw new Error('not every acknowledged ping was stored within two minutes');
    await sleep(100);
  }
  const cost = await stop();
  return { ...sent, cost, cpu: microseconds(cost.node + cost.clickhouse, sent.accepted) };
}

export const microseconds = (seconds: number, pings: number) => (seconds / pings) * 1e6;
