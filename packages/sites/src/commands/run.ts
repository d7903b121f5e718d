import { ArgumentError } from '@tallyhouse/service';

/** A command: takes its arguments and the environment, and returns what it prints. */
export type Command = (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<string>;

/**
 * Runs a command as this process: prints its result; after a failure prints the reason, and exits
 * with 1, or with 2 for invalid arguments.
 */
export async function runCommand(command: Command, usage: string, env: NodeJS.ProcessEnv): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage);
    return;
  }
  try {
    process.stdout.write(`${await command(args, env)}\n`);
  } catch (error) {
    const help = error instanceof ArgumentError ? '\n--help shows how it is used.' : '';
    process.stderr.write(`${error instanceof Error ? error.message : error}${help}\n`);
    process.exitCode = error instanceof ArgumentError ? 2 : 1;
  }
}
