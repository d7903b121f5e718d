const redrawMs = 200;
const lineMs = 5000;

/** The steps of a command: a line for each, with its state while it lasts. */
export interface Progress {
  /** Begins a step. */
  step(name: string): void;
  /** How far the step is. */
  show(state: string): void;
  /** Prints a line of its own. */
  say(line: string): void;
  /** Removes the line that is being redrawn. */
  end(): void;
}

/**
 * On a terminal, a line that is redrawn; elsewhere (a file, a pipe) a line of its own every five seconds.
 * @param clock milliseconds since 1970
 */
export function createProgress(
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  clock: () => number,
): Progress {
  let current = '';
  let startedAt = clock();
  let printedAt = startedAt;
  let drawn = 0;

  function erase(): void {
    if (drawn > 0) output.write(`\r${' '.repeat(drawn)}\r`);
    drawn = 0;
  }

  function print(state: string): void {
    const seconds = Math.round((clock() - startedAt) / 1000);
    const line = [current, state, `${seconds} s`].filter(Boolean).join(', ');
    erase();
    output.write(output.isTTY ? line : `${line}\n`);
    if (output.isTTY) drawn = line.length;
    printedAt = clock();
  }

  return {
    step(name) {
      erase();
      current = name;
      startedAt = clock();
      printedAt = startedAt;
      if (output.isTTY) print('');
    },
    show(state) {
      if (clock() - printedAt >= (output.isTTY ? redrawMs : lineMs)) print(state);
    },
    say(line) {
      erase();
      output.write(`${line}\n`);
    },
    end: erase,
  };
}
