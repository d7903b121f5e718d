import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/** Clock ticks a second in /proc/<pid>/stat: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** CPU time of a process since it began, user and system, all threads; seconds. Linux only: read from /proc. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory of a process, bytes. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** What a process handed to the disk, bytes. */
export function bytesWritten(pid: number): number {
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** Looks at the memory of a process until it is asked. @returns the most that was seen, bytes */
export function watchMemory(pid: number, everyMs: number): () => number {
  let most = 0;
  const watch = setInterval(() => {
    // When it has just ended there is no number, or no process.
    try {
      most = Math.max(most, residentBytes(pid) || 0);
    } catch {}
  }, everyMs);
  return () => {
    clearInterval(watch);
    return most;
  };
}

/** The line of JSON that one of the benchmark's programs prints. */
export async function runForJson<Result>(name: string, ...args: (string | number)[]): Promise<Result> {
  const command = [`dist/bench/${name}.js`, ...args.map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return JSON.parse(stdout);
}

export interface Ran {
  seconds: number;
  /** Of the command's process alone, in seconds. */
  cpu: number;
  /** The most resident memory that was seen, looked at 50 times a second. */
  peakBytes: number;
}

/**
 * Runs a command of the build to its end.
 * @throws an Error with what it printed, when it does not end with 0
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const peak = watchMemory(child.pid ?? 0, 20);
  let cpu = 0;
  const watch = setInterval(() => {
    try {
      cpu = cpuSeconds(child.pid ?? 0) || cpu;
    } catch {}
  }, 20);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  const peakBytes = peak();
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`);
  return { seconds: (performance.now() - began) / 1000, cpu, peakBytes };
}
