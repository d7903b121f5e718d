import { type ExecFileOptions, execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Ran {
  /** Exit code, or the signal's name. */
  code: number | string;
  out: string;
  errors: string;
}

/** Runs a program to its end, with PATH and HOME besides `env`. One that hangs for five minutes is killed. */
export function ran([file = '', ...args]: readonly string[], options: ExecFileOptions = {}): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env;
  const limits = { timeout: 300_000, killSignal: 'SIGKILL', maxBuffer: 1e8 } as const;
  const all = { ...limits, ...options, env: { PATH, HOME, ...options.env } };
  return new Promise((resolve) => {
    execFile(file, args, all, (error, out, errors) =>
      resolve({
        code: error === null ? 0 : (error.signal ?? error.code ?? ''),
        out: `${out}`,
        errors: `${errors}`,
      }),
    );
  });
}

/** Runs a program with the whole environment. @throws an Error with its messages when it fails */
export const run = promisify(execFile);
