import { spawn } from 'node:child_process';

/**
 * Lets the system calls of a process about a file fail with EIO, as they do on a disk that breaks: strace changes what they return.
 * @returns what ends it
 */
export async function failDisk(pid: number, file: string, calls: string): Promise<() => Promise<void>> {
  const tampering = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`];
  const strace = spawn('strace', ['-f', '-p', `${pid}`, '-P', file, ...tampering], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => strace.once('exit', () => resolve()));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    strace.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('attached')) resolve();
    });
    strace.once('error', reject);
    strace.once('exit', () => reject(new Error(`strace ended: ${said}`)));
  });
  return async () => {
    strace.kill();
    await ended;
  };
}
