import { spawn } from 'node:child_process';
import { cpuSeconds } from './cpu.ts';
import { residentBytes } from './resident.ts';

export interface Ran {
  output: string;
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
  let [peakBytes, cpu] = [0, 0];
  const watch = setInterval(() => {
    // When it has just ended there is no number, or no process.
    try {
      peakBytes = Math.max(peakBytes, residentBytes(child.pid ?? 0) || 0);
      cpu = cpuSeconds(child.pid ?? 0) || cpu;
    } catch {}
  }, 20);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}`);
  return { output, seconds: (performance.now() - began) / 1000, cpu, peakBytes };
}
