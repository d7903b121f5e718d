/** The exit code that a shell reports for a program ended by SIGPIPE. Node.js ignores that signal: writing fails instead. */
const endedBySigpipe = 141;

const outputs = [process.stdout, process.stderr];

/**
 * Ends this process silently once no one reads its output any more, as with `tallyhouse ... | head`. A command that ends in order after a
 * signal does so here, too. Output that cannot be written for another reason ends the process with 1.
 */
export function endWithClosedOutput(): void {
  let isEnding = false;
  for (const output of outputs) {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exit(1);
      isEnding = true;
      if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM');
      else process.exit(endedBySigpipe);
    });
  }
  // Also for a command that exits before the error of its last line is reported.
  process.on('exit', () => {
    if (isEnding || outputs.some(isClosed)) process.exitCode = endedBySigpipe;
    else if (process.stdout.errored) {
      process.exitCode = 1;
      process.stderr.write(`The output cannot be written: ${process.stdout.errored.message}\n`);
    }
  });
}

const isClosed = ({ errored }: NodeJS.WriteStream) =>
  errored !== null && 'code' in errored && errored.code === 'EPIPE';
