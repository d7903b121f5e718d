import { execFile } from 'node:child_process';

/** Runs the program `tallyhouse` as a process, to its end. */
export function tallyhouse(args: readonly string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    execFile(
      process.execPath,
      ['dist/tallyhouse.js', ...args],
      { env: { PATH, ...env } },
      (error, out, errors) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, errors });
      },
    );
  });
}
