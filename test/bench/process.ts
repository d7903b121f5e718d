import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Clock ticks a second in /proc/<pid>/stat: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** CPU time, user and system, in a field of /proc/<pid>/stat and the one after it; seconds. */
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

/** Begins to count time by the clock, and CPU time of a server and of this process. @returns how much it is; seconds */
export function meter(pid: number): () => { seconds: number; server: number; own: number } {
  const [began, before, ownBefore] = [performance.now(), cpuSeconds(pid), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(ownBefore);
    const seconds = (performance.now() - began) / 1000;
    return { seconds, server: cpuSeconds(pid) - before, own: (user + system) / 1e6 };
  };
}

/** Looks at the memory of a process until it is asked. @returns the most that was seen, bytes */
function watchMemory(pid: number, everyMs: number): () => number {
  let most = 0;
  const watch = setInterval(() => {
    // When it has just ended there is no number, or no process.
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
  /** The most resident memory that was seen, looked at 50 times a second. */
  peakBytes: number;
}

/** Runs a command of a build to its end, no other one meanwhile. @throws an Error when it does not end with 0 */
export async function runCommand(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  // Once a child has ended, its time is counted in that of its parent's children.
  const ofChildren = () => secondsIn(13, process.pid);
  const [began, cpuBefore] = [performance.now(), ofChildren()];
  const running = run(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'], ...env } });
  const peak = watchMemory(running.child.pid ?? 0, 20);
  await running;
  return {
    seconds: (performance.now() - began) / 1000,
    cpu: ofChildren() - cpuBefore,
    peakBytes: peak(),
  };
}

/** Fetches with curl into a file, from an address that may have user and password in it. */
export async function curl(to: string, ...request: string[]): Promise<{ seconds: number; bytes: number }> {
  const printed = ['-w', '%{time_total} %{size_download}'];
  const { stdout } = await run('curl', ['-sSf', '-o', to, ...printed, ...request]);
  const [seconds = Number.NaN, bytes = Number.NaN] = stdout.split(' ').map(Number);
  return { seconds, bytes };
}
