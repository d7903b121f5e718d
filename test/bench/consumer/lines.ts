import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertHeader, lineEnd } from '@tallyhouse/ping';

/** First and last offset of a batch. */
export type Bounds = readonly [first: number, last: number];

/**
 * Keeps the consumer's lines for a partition's messages in a file: in memory they would slow the measured program.
 * @param messages of partition 0, from offset 0 on
 * @returns writes what the consumer inserted for each batch into a file of its own, and returns the files' paths
 */
export function keepLines(
  folder: string,
  messages: readonly Buffer[],
): (batches: readonly Bounds[]) => string[] {
  const lines = messages.map((message, offset) =>
    Buffer.concat([message.subarray(0, -1), Buffer.from(lineEnd(0, BigInt(offset)))]),
  );
  const starts = [0];
  for (const { length } of lines) starts.push((starts.at(-1) ?? 0) + length);
  const kept = join(folder, 'lines');
  writeFileSync(kept, Buffer.concat(lines));
  return (batches) => {
    const all = readFileSync(kept);
    return batches.map(([first, last]) => {
      const path = join(folder, String(first));
      const body = all.subarray(starts[first], starts[last + 1]);
      writeFileSync(path, Buffer.concat([Buffer.from(insertHeader()), body]));
      return path;
    });
  };
}
