#!/usr/bin/env node
import { version } from '../../../package.json';
import { endWithClosedOutput } from './closed-output.ts';
import commands from './commands.json';
import completion from './completion.bash';

/** A subcommand, or undefined. */
const commandNamed = (name: string) => Object.entries(commands).find(([known]) => known === name)?.[1];

const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
const list = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}${about}\n`);

const usage = `Usage: tallyhouse [<command>] [<option>...]

Web analytics on Kafka and ClickHouse.

${list.join('')}
  --help     This text. tallyhouse <command> --help describes a command.
  --version  The version.

tallyhouse completion prints a script for bash and zsh that completes commands and options.

Example: tallyhouse --demo

Settings are environment variables: docs/configuration.md lists them. It exits with 0 after success, 1 after an error, 2 for
invalid arguments, 130 after Ctrl-C, 143 after SIGTERM; the services exit with 0 when a signal ends them.
`;

endWithClosedOutput();

const [first] = process.argv.slice(2);
switch (first) {
  case '--help':
  case '-h':
    process.stdout.write(usage);
    break;
  case '--version':
    process.stdout.write(`${version}\n`);
    break;
  case 'completion':
    process.stdout.write(completion);
    break;
  default:
    await run(first === undefined || first.startsWith('-') ? undefined : first);
}

/** Runs a subcommand as this process, or `start` without one. Its code is loaded only now. */
async function run(named: string | undefined): Promise<void> {
  const command = commandNamed(named ?? 'start');
  if (command === undefined) {
    process.stderr.write(
      `There is no command ${named}.\nThe commands are ${Object.keys(commands).join(', ')}.\n`,
    );
    process.exitCode = 2;
    return;
  }
  // The program reads its arguments as if it had been started directly.
  if (named !== undefined) process.argv.splice(2, 1);
  await import(new URL(`${command.program}.js`, import.meta.url).href);
}
