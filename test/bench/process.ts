import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Clock ticks a second in /proc/<pid>/stat: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** CPU time, user and system, in a field of /proc/<pid>/stat and the next one; seconds. */
function secondsIn(field: number, pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[field]) + Number(fields[field + 1])) / ticksPerSecond;
}

/** CPU time of a process since it began, all threads; seconds. Linux only. */
export const cpuSeconds = (pid: number) => secondsIn(11, pid);

/** Resident memory of a process, bytes. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** Starts to measure elapsed time, and CPU time of a server and of this process. @returns a function with the times so far; seconds */
export function meter(pid: number): () => { seconds: number; server: number; own: number } {
  const [began, before, ownBefore] = [performance.now(), cpuSeconds(pid), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(ownBefore);
    const seconds = (performance.now() - began) / 1000;
    return { seconds, server: cpuSeconds(pid) - before, own: (user + system) / 1e6 };
  };
}

/** Samples the memory of a process until it is called. @returns the maximum, bytes */
function watchMemory(pid: number, everyMs: number): () => number {
  let most = 0;
  const watch = setInterval(() => {
    // A process that has just ended has no number, or is gone.
    try {
      most = Math.max(most, residentBytes(pid) || 0);
    } catch {}
  }, everyMs).unref();
  return () => {
    clearInterval(watch);
    return most;
  };
}

export interface Ran {
  seconds: number;
  /** Seconds of CPU time. */
  cpu: number;
  /** The maximum of resident memory, sampled 50 times a second. */
  peakBytes: number;
}

/** Runs a command of a build to its end, with no other one at the same time. @throws an Error when its code is not 0 */
export async function runCommand(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  // The time of a child that has ended is part of its parent's.
  const ofChildren = () => secondsIn(13, process.pid);
  const [began, cpuBefore] = [performance.now(), ofChildren()];
  const running = run(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'], ...env } });
  const peak = watchMemory(running.child.pid ?? 0, 20);
  await running;
  return { seconds: (performance.now() - began) / 1000, cpu: ofChildren() - cpuBefore, peakBytes: peak() };
}

/** Fetches with curl into a file, from an address that may contain user and password. */
export async function curl(to: string, ...request: string[]): Promise<{ seconds: number; bytes: number }> {
  const printed = ['-w', '%{time_total} %{size_download}'];
  const { stdout } = await run('curl', ['-sSf', '-o', to, ...printed, ...request]);
  const [seconds = Number.NaN, bytes = Number.NaN] = stdout.split(' ').map(Number);
  return { seconds, bytes };
}
