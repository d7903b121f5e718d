const redrawMs = 200;
const lineMs = 2000;

/** How far an import got. */
export interface Progress {
  /** @param read lines or rows so far @param share of the bytes, 0 to 1; undefined for a stream */
  show(read: number, share: number | undefined): void;
  /** A line of its own. */
  say(text: string): void;
  /** Says why it waits; at most once in two seconds. */
  waiting(text: string): void;
  /** Ends the line that is being redrawn. */
  end(): void;
}

/** A line that is redrawn on a terminal; elsewhere a line of its own every two seconds. */
export function createProgress(
  what: string,
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  clock: () => number,
): Progress {
  const startedAt = clock();
  let printedAt = startedAt;
  let startedWith: number | undefined;
  let drawn = false;

  function print(text: string, now: number): void {
    // The spaces overwrite the rest of a longer line.
    output.write(output.isTTY ? `\r${text}          ` : `${text}\n`);
    drawn = output.isTTY;
    printedAt = now;
  }

  const isDue = (now: number) => now - printedAt >= (output.isTTY ? redrawMs : lineMs);

  return {
    show(read, share) {
      const now = clock();
      startedWith ??= read;
      if (!isDue(now)) return;
      const rate = Math.round((read - startedWith) / Math.max((now - startedAt) / 1000, 0.001));
      const percent = share === undefined ? '' : `, ${Math.floor(share * 100)} %`;
      print(`${read.toLocaleString('en')} ${what}${percent}, ${rate.toLocaleString('en')} a second`, now);
    },
    say(text) {
      output.write(`${text}\n`);
    },
    waiting(text) {
      const now = clock();
      if (isDue(now)) print(text, now);
    },
    end() {
      if (drawn) output.write('\n');
      drawn = false;
    },
  };
}
