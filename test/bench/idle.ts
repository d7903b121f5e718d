import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from './cpu.ts';
import { residentBytes } from './resident.ts';

export interface Idle {
  /** Resident memory of all processes, bytes. Linux only: read from /proc. */
  residentBytes: number;
  /** Share of one core, 0 to 1 for each core. */
  cpu: number;
}

/** Measures memory and CPU of idle processes. */
export async function measureIdle(pids: readonly number[], seconds: number): Promise<Idle> {
  await sleep(seconds * 150); // until the start is over
  const before = cpuOf(pids);
  await sleep(seconds * 1000);
  const cpu = (cpuOf(pids) - before) / seconds;
  return { residentBytes: pids.reduce((sum, pid) => sum + residentBytes(pid), 0), cpu };
}

function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}
