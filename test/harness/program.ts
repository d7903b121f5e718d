import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Program {
  pid: number;
  /** Everything printed so far, standard output and error together. */
  output(): string;
  /** Sends a signal to the program and everything it started, and waits for its end. @returns exit code, or the signal's name */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

const startTimeoutMs = 60_000;

/**
 * Starts a command in a process group of its own and waits until all addresses answer with 200.
 * @throws an Error with what it printed, when it ends instead
 */
export async function startProgram(
  command: readonly string[],
  options: { env: Record<string, string>; cwd?: string; readyUrls: readonly string[] },
): Promise<Program> {
  const [file = '', ...args] = command;
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(file, args, {
    cwd: options.cwd ?? process.cwd(),
    env: { PATH, HOME, ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const program: Program = {
    pid: child.pid ?? 0,
    output: () => output,
    async end(signal) {
      killGroup(child, signal);
      return ended;
    },
  };

  const deadline = Date.now() + startTimeoutMs;
  for (const url of options.readyUrls) {
    while (!(await answers(url))) {
      const over = child.exitCode !== null || child.signalCode !== null;
      if (over || Date.now() > deadline) {
        await program.end('SIGKILL');
        throw new Error(`${command.join(' ')} ${over ? 'ended' : 'does not answer'}:\n${output}`);
      }
      await sleep(50);
    }
  }
  return program;
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false,
  );
}
