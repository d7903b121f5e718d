import { createRedrawnLine } from './redrawn-line.ts';

const redrawMs = 200;
const lineMs = 5000;

/** The steps of a command: a line for each, with its state while it lasts. */
export interface Progress {
  /** Begins a step. */
  step(name: string): void;
  show(state: string): void;
  /** Prints a line that stays. */
  say(line: string): void;
  /** Removes the line that is being redrawn. */
  end(): void;
}

/**
 * On a terminal, a line that is redrawn, until the end of a block with `using`; elsewhere (a file, a pipe) a line of its own every five
 * seconds.
 * @param clock milliseconds since 1970
 */
export function createProgress(
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  clock: () => number,
): Progress & Disposable {
  let current = '';
  let startedAt = clock();
  let printedAt = startedAt;
  const line = createRedrawnLine(output);

  function print(state: string): void {
    const seconds = Math.round((clock() - startedAt) / 1000);
    const text = [current, state, `${seconds} s`].filter(Boolean).join(', ');
    if (output.isTTY) line.draw(text);
    else output.write(`${text}\n`);
    printedAt = clock();
  }

  return {
    step(name) {
      line.erase();
      current = name;
      startedAt = clock();
      printedAt = startedAt;
      if (output.isTTY) print('');
    },
    show(state) {
      if (clock() - printedAt >= (output.isTTY ? redrawMs : lineMs)) print(state);
    },
    say(text) {
      line.erase();
      output.write(`${text}\n`);
    },
    end: line.erase,
    [Symbol.dispose]: line.erase,
  };
}
