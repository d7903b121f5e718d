import { execFile } from 'node:child_process';

/** Runs the program `tallyhouse` as a process, to its end. */
export function tallyhouse(args: readonly string[], env: Record<string, string> = {}) {
  return run([process.execPath, 'dist/tallyhouse.js', ...args], env);
}

/** The same, with an output whose reader is gone. */
export function closedOutput(args: readonly string[], env: Record<string, string>) {
  const script =
    'd=$(mktemp -d) && mkfifo "$d/p" && exec 4<>"$d/p" 3>"$d/p" 4>&- && rm -r "$d" && exec "$@" >&3';
  return run(['bash', '--norc', '-c', script, 'bash', process.execPath, 'dist/tallyhouse.js', ...args], env);
}

/** The same, with an output on a full disk. */
export const fullOutput = (args: readonly string[]) =>
  run(
    ['bash', '--norc', '-c', 'exec "$@" >/dev/full', 'bash', process.execPath, 'dist/tallyhouse.js', ...args],
    {},
  );

/** Expects an unknown option to be refused by name, with exit code 2. */
export async function expectRefused(command: readonly string[], DATA_DIR: string): Promise<void> {
  const { code, out, errors } = await tallyhouse([...command, '--no-such-option'], { DATA_DIR });
  expect([code, out]).toEqual([2, '']);
  expect(errors).toContain('--no-such-option');
}

function run([program = '', ...args]: readonly string[], env: Record<string, string>) {
  const { PATH = '' } = process.env;
  return new Promise<{ code: number; out: string; errors: string }>((resolve) => {
    execFile(program, args, { env: { PATH, ...env } }, (error, out, errors) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, errors });
    });
  });
}
