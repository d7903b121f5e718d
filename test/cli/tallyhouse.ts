import { ran } from '../harness/ran.ts';

/** Runs the program `tallyhouse` as a process, to its end. */
export function tallyhouse(args: readonly string[], env: Record<string, string> = {}) {
  return ran([process.execPath, 'dist/tallyhouse.js', ...args], { env });
}

/** The same, with an output whose reader is gone. @param log where standard error goes, for bash */
export function closedOutput(args: readonly string[], env: Record<string, string>, log = '') {
  const script = `d=$(mktemp -d) && mkfifo "$d/p" && exec 4<>"$d/p" 3>"$d/p" 4>&- && rm -r "$d" && exec "$@" >&3 ${log}`;
  return ran(['bash', '--norc', '-c', script, 'bash', process.execPath, 'dist/tallyhouse.js', ...args], {
    env,
  });
}

/** The same, with an output on a full disk. */
export const fullOutput = (args: readonly string[]) =>
  ran([
    ...['bash', '--norc', '-c', 'exec "$@" >/dev/full', 'bash'],
    ...[process.execPath, 'dist/tallyhouse.js', ...args],
  ]);

/** The same, where no file may have a byte, as on a full disk. */
export const fullDisk = (args: readonly string[], env: Record<string, string>) =>
  ran(
    [
      ...['bash', '--norc', '-c', `trap '' XFSZ; ulimit -f 0; exec "$@"`, 'bash'],
      ...[process.execPath, 'dist/tallyhouse.js', ...args],
    ],
    { env },
  );

/** Expects a command's help to have the same parts in the same order as the others, at most 135 wide. */
export function expectHelp(name: string, out: string): void {
  const parts = [
    name === 'start' ? 'Usage: tallyhouse [start]' : `Usage: tallyhouse ${name}`,
    '\n\n', // then what it does
    '\n  --help',
    '\nExample: ',
    `tallyhouse ${name}`,
    '\nIt exits with 0 ',
    '2 for invalid',
  ];
  let from = 0;
  for (const part of parts) {
    expect(out.slice(from)).toContain(part);
    from = out.indexOf(part, from) + part.length;
  }
  expect(out.split('\n').filter((line) => line.length > 135)).toEqual([]);
}

/** Expects an unknown option to be refused by name and with a cure, with exit code 2. */
export async function expectRefused(command: readonly string[], DATA_DIR: string): Promise<void> {
  const { code, out, errors } = await tallyhouse([...command, '--no-such-option'], { DATA_DIR });
  expect([code, out]).toEqual([2, '']);
  expect(errors).toMatch(/--no-such-option.*\n--help shows how it is used\.\n$/);
}
