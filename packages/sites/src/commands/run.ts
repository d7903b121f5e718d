import { runCommand } from '@tallyhouse/service';

/** A command: takes its arguments and the environment, and returns what it prints. @throws ArgumentError */
export type Command = (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<string>;

/** Runs a command as this process, and prints its result. */
export const run = (command: Command, usage: string, env: NodeJS.ProcessEnv): Promise<never> =>
  runCommand(usage, async (args) => {
    process.stdout.write(`${await command(args, env)}\n`);
    return 0;
  });
