import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { insertHeader, lineEnd } from '@tallyhouse/ping';

/** First and last offset of a batch. */
export type Bounds = readonly [first: number, last: number];

/** The consumer's lines for a partition's messages, in one file: in memory they would slow the measured program. */
interface Lines {
  /** Writes what the consumer inserted for each batch into a file of its own. @returns the files' paths */
  split(batches: readonly Bounds[], folder: string): Promise<string[]>;
  close(): void;
}

/** @param messages of partition 0, from offset 0 on */
export function writeLines(folder: string, messages: readonly Buffer[]): Lines {
  const file = openSync(join(folder, 'lines'), 'w+');
  const starts = [0];
  messages.forEach((message, offset) => {
    const line = Buffer.concat([message.subarray(0, -1), Buffer.from(lineEnd(0, BigInt(offset)))]);
    starts.push((starts.at(-1) ?? 0) + writeSync(file, line));
  });
  return {
    async split(batches, target) {
      const paths: string[] = [];
      for (const [first, last] of batches) {
        const [start = 0, end = 0] = [starts[first], starts[last + 1]];
        const body = Buffer.alloc(end - start);
        readSync(file, body, 0, body.length, start);
        const path = join(target, String(first));
        await writeFile(path, Buffer.concat([Buffer.from(insertHeader()), body]));
        paths.push(path);
      }
      return paths;
    },
    close: () => closeSync(file),
  };
}
