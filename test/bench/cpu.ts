import { readFileSync } from 'node:fs';

/** Clock ticks a second in /proc/<pid>/stat: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** CPU time of a process since it began, user and system, all threads; seconds. Linux only: read from /proc. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
