import type { Finding } from './check.ts';

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** What the command prints: a line for each finding as soon as it is known, and between them how far it is. */
export interface Page {
  add(finding: Finding): void;
  progress(text: string): void;
}

const quietMs = 2000;
const nameWidth = 20;

/** Progress is a line that is redrawn on a terminal, after the first two seconds; elsewhere there is none but the findings. */
export function createPage(output: Output, clock: () => number): Page {
  const begun = clock();
  let drawn = 0;

  function erase(): void {
    if (drawn > 0) output.write(`\r${' '.repeat(drawn)}\r`);
    drawn = 0;
  }

  return {
    add({ name, compared, differences }) {
      erase();
      const result = differences.length === 0 ? 'ok     ' : 'differs';
      output.write(`${result}  ${name.padEnd(nameWidth)}  ${compared}\n`);
      for (const difference of differences) output.write(`         - ${difference}\n`);
    },
    progress(text) {
      if (!output.isTTY || clock() - begun < quietMs) return;
      erase();
      output.write(text);
      drawn = text.length;
    },
  };
}
