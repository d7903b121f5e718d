/** The exit code that a shell reports for a program ended by SIGPIPE. Node.js ignores that signal: writing fails instead. */
const endedBySigpipe = 141;

/**
 * Ends this process silently once no one reads its output any more, as with `tallyhouse ... | head`. A command that ends in order after a
 * signal does so here, too. Output that cannot be written for another reason ends the process with 1. Messages and the log are no output:
 * without them a service goes on, and a command ends with its own code.
 */
export function endWithClosedOutput(): void {
  let isEnding = false;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(1);
    isEnding = true;
    if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
    else process.exit(endedBySigpipe);
  });
  // Also for a command that exits before the error of its last line is reported.
  process.on('exit', () => {
    const { errored } = process.stdout;
    if (isEnding || (errored && 'code' in errored && errored.code === 'EPIPE'))
      process.exitCode = endedBySigpipe;
    else if (errored) {
      process.exitCode = 1;
      process.stderr.write(`The output cannot be written: ${errored.message}\n`);
    }
  });
}
