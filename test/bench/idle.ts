import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from './resident.ts';

export interface Idle {
  /** Resident memory of all processes, bytes. Linux only: read from /proc. */
  residentBytes: number;
  /** Share of one core, 0 to 1 for each core. */
  cpu: number;
}

/** Clock ticks a second in /proc/<pid>/stat: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** What processes take while nobody asks anything of them. */
export async function measureIdle(pids: readonly number[], seconds: number): Promise<Idle> {
  await sleep(seconds * 150); // until the start is over
  const before = cpuTicks(pids);
  await sleep(seconds * 1000);
  const cpu = (cpuTicks(pids) - before) / ticksPerSecond / seconds;
  return { residentBytes: pids.reduce((sum, pid) => sum + residentBytes(pid), 0), cpu };
}

function cpuTicks(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return sum + Number(fields[11]) + Number(fields[12]);
  }, 0);
}
