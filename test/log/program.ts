import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running program, and the lines that it has printed so far. */
export interface Program {
  lines: string[];
  child: ChildProcess;
  /** Resolves when it is gone and every line that it printed was read. */
  exited: Promise<void>;
  /** Resolves when it has printed that many lines. @throws an Error when it ends before */
  printed(count: number): Promise<void>;
  /** Kills it and waits for `exited`. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program; its standard error becomes ours. */
export function startProgram(command: string, args: readonly string[]): Program {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));
  const exited = Promise.all([once(child, 'exit'), once(output, 'close')]).then(() => {});
  return {
    lines,
    child,
    exited,
    async printed(count) {
      while (lines.length < count) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error('The program ended early.');
        await new Promise((again) => setTimeout(again, 5));
      }
    },
    async end(signal = 'SIGKILL') {
      child.kill(signal);
      await exited;
    },
  };
}
