import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

/** A program of this folder, bundled: in TypeScript it would need a loader that takes longer than the test. */
export async function bundle(name: string): Promise<string> {
  // Under the repository, so that it finds node_modules.
  const outfile = resolve('.cache', 'test-programs', `${name}.${process.pid}.mjs`);
  await build({
    entryPoints: [resolve('test', 'log', 'programs', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['lmdb', 'kafkajs', 'pino', 'express', 'zod', 'close-with-grace'],
    logLevel: 'warning',
  });
  return outfile;
}

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
