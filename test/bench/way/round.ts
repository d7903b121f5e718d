import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cpuSeconds } from '../process.ts';
import type { Service } from '../service.ts';
import { type Cost, costsOf } from './cost.ts';
import type { LoadOptions, Sent } from './load.ts';

/** How pings are sent; the table shows it as `50 x 1`. */
export type Workload = Pick<LoadOptions, 'connections' | 'batch'>;

/** A round ends after so many seconds, or so many pings. */
export type Limits = Pick<LoadOptions, 'seconds' | 'pings'>;

/** The minimum of a round: CPU time is counted in hundredths of a second, and a ratio needs enough of it on both sides. */
export const requests = 2000;

export interface Round extends Sent {
  /** Microseconds of CPU time a ping. */
  cpu: number;
  cost?: Cost;
}

/** The task of the processes that send pings. */
export const loadCommand = (options: LoadOptions) => ['dist/bench/way/load.js', JSON.stringify(options)];

/** Sends pings from a separate process. */
export async function send(options: LoadOptions): Promise<Sent> {
  const { stdout } = await promisify(execFile)(process.execPath, loadCommand(options));
  return JSON.parse(stdout);
}

/** The same. @throws an Error when one is refused */
export async function load(options: LoadOptions): Promise<Sent> {
  const sent = await send(options);
  const { statuses } = sent;
  if (Object.keys(statuses).join() !== '202')
    throw new Error(`pings were refused at ${options.url}: ${JSON.stringify(statuses)}`);
  return sent;
}

export async function bareRound(
  { url, pid }: { url: string; pid: number },
  workload: Workload,
  limits: Limits,
): Promise<Round> {
  const before = cpuSeconds(pid);
  const seconds = Math.min(limits.seconds, 5);
  const sent = await load({ ...workload, ...limits, url, requests, seconds, repeat: true, kind: 'visits' });
  return { ...sent, cpu: microseconds(cpuSeconds(pid) - before, sent.accepted) };
}

/** Sends pings, and waits until all of them are in the tables. @param service started with logs */
export async function serviceRound(service: Service, workload: Workload, limits: Limits): Promise<Round> {
  const stored = () => service.count('select count() as n from pings');
  const inserting = () =>
    service.count("select count() as n from system.processes where query_kind = 'Insert'");
  const before = await stored();
  const stop = await costsOf(service);
  const sent = await load({ ...workload, ...limits, url: service.pingUrl, requests, kind: 'visits' });
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
