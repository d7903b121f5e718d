import { createRedrawnLine } from './redrawn-line.ts';

/** The result of a check for one thing. */
export interface Finding {
  /** The thing, for example `pageviews`. */
  name: string;
  /** A description of what was compared. */
  compared: string;
  /** The differences, one per line, the first few by name. Empty: nothing differs. */
  differences: string[];
}

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** The output of the command: a line for each finding as soon as it is known, with the progress in between. */
export interface Page {
  add(finding: Finding): void;
  progress(text: string): void;
}

const quietMs = 2000;

/**
 * On a terminal, progress is a line that is redrawn after the first two seconds; elsewhere only findings are printed.
 * @param nameWidth that of the column of names, characters
 */
export function createPage(output: Output, clock: () => number, nameWidth = 20): Page {
  const begun = clock();
  const line = createRedrawnLine(output);

  return {
    add({ name, compared, differences }) {
      line.erase();
      const result = differences.length === 0 ? 'ok     ' : 'differs';
      output.write(`${result}  ${name.padEnd(nameWidth)}  ${compared}\n`);
      for (const difference of differences) output.write(`         - ${difference}\n`);
    },
    progress(text) {
      if (!output.isTTY || clock() - begun < quietMs) return;
      line.draw(text);
    },
  };
}
