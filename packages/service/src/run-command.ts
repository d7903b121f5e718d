import { ArgumentError } from './arguments.ts';
import { endOnSignals } from './ending.ts';

/** What is left to do after a signal must not take longer. */
const endTimeoutMs = 20_000;

/**
 * Runs a command until it ends, and the process with it: with the code that it returns, 1 after an error, 2 for invalid
 * arguments, 130 after Ctrl-C, 143 after SIGTERM.
 */
export async function runCommand(
  command: (args: string[], signal: AbortSignal) => Promise<number>,
): Promise<never> {
  // Only this user may read what it writes: it contains visitors' addresses.
  process.umask(0o077);
  const ending = endOnSignals(endTimeoutMs);
  try {
    const code = await command(process.argv.slice(2), ending.signal);
    process.exit(ending.exitCode() ?? code);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(ending.exitCode() ?? (error instanceof ArgumentError ? 2 : 1));
  }
}
