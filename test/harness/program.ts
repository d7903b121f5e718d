import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const startTimeoutMs = 400_000;

/**
 * Starts a command in a process group of its own and waits until all addresses answer with 200.
 * @throws an Error with what it printed, when it ends instead; or when another program answers at one of them already
 */
export async function startProgram(
  command: readonly string[],
  options: { env: Record<string, string>; cwd?: string; readyUrls: readonly string[] },
) {
  const [file = '', ...args] = command;
  const { PATH = '', HOME = '' } = process.env;
  for (const url of options.readyUrls) {
    if (await answers(url)) throw new Error(`Another program answers at ${url} already.`);
  }
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
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const program = {
    pid: child.pid ?? 0,
    /** Everything printed so far, standard output and error together. */
    output: () => output,
    /** Waits until it has printed a text. @throws an Error with what it printed, when it ends instead */
    async printed(words: string) {
      while (!output.includes(words)) {
        if (isOver()) throw new Error(`${command.join(' ')} ended:\n${output}`);
        await sleep(50);
      }
    },
    /** Exit code, or the signal's name, once it is over and all that it printed is in `output`. */
    ended,
    /**
     * Sends a signal to the program and its process group, and waits until the whole group has ended.
     * @returns the program's exit code, or the signal's name
     */
    async end(signal: NodeJS.Signals) {
      if (groupLives(child.pid)) process.kill(-(child.pid ?? 0), signal);
      while (groupLives(child.pid)) await sleep(20);
      return ended;
    },
  };

  const deadline = Date.now() + startTimeoutMs;
  for (const url of options.readyUrls) {
    while (!(await answers(url))) {
      const over = isOver();
      if (over || Date.now() > deadline) {
        await program.end('SIGKILL');
        throw new Error(`${command.join(' ')} ${over ? 'ended' : 'does not answer'}:\n${output}`);
      }
      await sleep(50);
    }
  }
  return program;
}

export type Program = Awaited<ReturnType<typeof startProgram>>;

function groupLives(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.ok,
    () => false,
  );
}
