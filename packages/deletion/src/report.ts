/** Tells somebody how far a deletion is. */
export interface Report {
  /** A step begins. */
  step(text: string): void;
  /** How far the step is. */
  progress(text: string): void;
  /** Something to keep: a line of its own. */
  say(text: string): void;
}

const redrawMs = 100;
const lineMs = 2000;

/** On a terminal a line that is redrawn; elsewhere a line for each step, and every two seconds. */
export function createReport(
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  clock: () => number,
): Report {
  let step = '';
  let shownAt = clock();
  let drawn = 0;

  function erase(): void {
    if (drawn > 0) output.write(`\r${' '.repeat(drawn)}\r`);
    drawn = 0;
  }

  function show(text: string): void {
    shownAt = clock();
    if (!output.isTTY) {
      output.write(`${text}\n`);
      return;
    }
    erase();
    output.write(text);
    drawn = text.length;
  }

  return {
    step(text) {
      step = text;
      show(text);
    },
    progress(text) {
      if (clock() - shownAt >= (output.isTTY ? redrawMs : lineMs)) show(`${step}: ${text}`);
    },
    say(text) {
      erase();
      output.write(`${text}\n`);
    },
  };
}
