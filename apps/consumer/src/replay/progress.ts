const redrawMs = 100;
const lineMs = 2000;

export interface Progress {
  add(count: number): void;
  /** Ends the line that is being redrawn, if there is one. */
  end(): void;
}

/** A line that is redrawn on a terminal; elsewhere (a file, a pipe) a line of its own every two seconds. */
export function createProgress(
  what: string,
  total: number,
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  clock: () => number,
): Progress {
  const startedAt = clock();
  let printedAt = startedAt;
  let done = 0;
  let drawn = false;

  function print(now: number): void {
    const percent = total === 0 ? 100 : Math.floor((Math.min(done, total) / total) * 100);
    const rate = Math.round(done / Math.max((now - startedAt) / 1000, 0.001));
    const line = `${done} of ${total} ${what}, ${percent} %, ${rate} a second`;
    // The spaces overwrite the rest of a longer line.
    output.write(output.isTTY ? `\r${line}   ` : `${line}\n`);
    drawn = output.isTTY;
    printedAt = now;
  }

  return {
    add(count) {
      done += count;
      const now = clock();
      if (now - printedAt >= (output.isTTY ? redrawMs : lineMs)) print(now);
    },
    end() {
      if (drawn) {
        print(clock());
        output.write('\n');
      }
      drawn = false;
    },
  };
}
