const redrawMs = 100;
const lineMs = 2000;

/** Says how far a command is. */
export interface Progress {
  /** So many more are done. */
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
  const begun = clock();
  let saidAt = begun;
  let done = 0;
  let drawn = false;

  function say(now: number): void {
    const percent = total === 0 ? 100 : Math.floor((Math.min(done, total) / total) * 100);
    const rate = Math.round(done / Math.max((now - begun) / 1000, 0.001));
    const line = `${done} of ${total} ${what}, ${percent} %, ${rate} a second`;
    // The spaces take away what is left of a longer line.
    output.write(output.isTTY ? `\r${line}   ` : `${line}\n`);
    drawn = output.isTTY;
    saidAt = now;
  }

  return {
    add(count) {
      done += count;
      const now = clock();
      if (now - saidAt >= (output.isTTY ? redrawMs : lineMs)) say(now);
    },
    end() {
      if (drawn) {
        say(clock());
        output.write('\n');
      }
      drawn = false;
    },
  };
}
