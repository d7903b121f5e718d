import { ArgumentError, argumentsOfProcess, cureOfUse } from './arguments.ts';
import type { Logger } from './logger.ts';
import type { Progress } from './progress.ts';
import { messageOf } from './reason.ts';

/** @returns the exit code of the process @throws ArgumentError for invalid arguments, or an Error whose message says what is wrong */
export type Command = (args: string[], signal: AbortSignal) => Promise<number>;

/** The environment of most commands. */
export interface CommandDeps {
  progress: Progress;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends it early. The next run goes on from there, or starts over. */
  signal: AbortSignal;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs a command until it ends, and the process with it: with the code that it returns, 1 after an error, 2 for invalid arguments, 130
 * after Ctrl-C, 143 after SIGTERM. With --help it prints the usage.
 * @param endMs how long it may take to end after a signal; a command that does not take the signal ends at once
 */
export async function runCommand(
  usage: string,
  command: Command,
  endMs = command.length > 1 ? 20_000 : 0,
): Promise<never> {
  const args = argumentsOfProcess(usage);
  // Only this user may read what it writes: it contains visitors' addresses.
  process.umask(0o077);
  const ending = new AbortController();
  let endedWith: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal changes nothing: npm forwards a signal that the whole process group already got.
      if (endedWith !== undefined) return;
      endedWith = exitCodes[signal];
      ending.abort(new Error('Ended early.'));
      setTimeout(() => process.exit(endedWith), endMs).unref();
    });
  }
  try {
    const code = await command(args, ending.signal);
    process.exit(endedWith ?? code);
  } catch (error) {
    const isUse = error instanceof ArgumentError;
    process.stderr.write(`${messageOf(error)}\n${isUse ? cureOfUse : ''}`);
    process.exit(endedWith ?? (isUse ? 2 : 1));
  }
}
