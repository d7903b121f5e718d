/**
 * The messages of the log from what ClickHouse certainly had when a backup began, up to the log's end after it: a file of JSON lines,
 * compressed. ClickHouse copies its tables one after the other, so some of these pings are in one table and not in the next. Stored again
 * after the restore they are in all of them, because storing a ping again changes nothing.
 */
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Log, LogBatch, PartitionLag } from '@tallyhouse/log';
import { messageOf } from '@tallyhouse/service';
import { z } from 'zod';
import type { Manifest } from './manifest.ts';

/**
 * Writes the messages after the commits, and the one before, by which restore recognizes the log.
 * @param commits read before the tables were copied
 * @throws an Error when the log removed some of them meanwhile
 */
export async function writeMessages(
  log: Log,
  commits: readonly PartitionLag[],
  path: string,
  signal: AbortSignal,
): Promise<Manifest['log']> {
  const committed = new Map(commits.map((one) => [one.partition, one.committed]));
  const ranges = (await log.offsetRanges(0)).map(({ partition, first, end }) => {
    const from = (committed.get(partition) ?? 0n) - 1n;
    return { partition, first: from < first ? first : from, end };
  });
  const failed = new AbortController();
  const zipped = createGzip();
  const written = pipeline(zipped, createWriteStream(path, { mode: 0o600, flush: true }));
  // A handler that throws is called again, so the first failure ends the reading.
  written.catch((error: unknown) => failed.abort(error));
  let messages = 0;
  const done = await log.read(
    ranges,
    async (batch) => {
      messages += batch.values.length;
      if (!zipped.write(linesOf(batch))) await once(zipped, 'drain', { signal: failed.signal });
    },
    AbortSignal.any([signal, failed.signal]),
  );
  zipped.end();
  await written;
  if (!done) signal.throwIfAborted();
  for (const { partition, first } of await log.offsetRanges(0)) {
    const from = committed.get(partition) ?? 0n;
    if (first > from) {
      throw new Error(
        `The log removed its messages ${from} to ${first - 1n} (partition ${partition}) while the backup was made. ` +
          'Let it keep them longer (LOG_RETENTION_HOURS, or the retention of the topic), and run this again.',
      );
    }
  }
  return {
    partitions: ranges.map(({ partition, first, end }) => ({
      partition,
      committed: committed.get(partition) ?? first,
      end,
    })),
    messages,
  };
}

function linesOf({ partition, offsets, values }: LogBatch): string {
  const lineOf = (value: Buffer, index: number) =>
    `${JSON.stringify([partition, String(offsets[index]), value.toString('base64')])}\n`;
  return values.map(lineOf).join('');
}

const line = z.tuple([z.number(), z.string().regex(/^\d+$/), z.string()]);
const batchMessages = 5000;

/** Reads the file in batches, each of one partition. @throws an Error that names the file when it is damaged */
export async function* readMessages(path: string): AsyncGenerator<LogBatch> {
  let batch: LogBatch = { partition: 0, offsets: [], values: [] };
  try {
    const input = pipe(createReadStream(path), createGunzip(), () => {}); // errors of compose() end the process
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const [partition, offset, value] = line.parse(JSON.parse(text));
      if (partition !== batch.partition || batch.values.length === batchMessages) {
        if (batch.values.length > 0) yield batch;
        batch = { partition, offsets: [], values: [] };
      }
      batch.offsets.push(BigInt(offset));
      batch.values.push(Buffer.from(value, 'base64'));
    }
  } catch (error) {
    throw new Error(`${path} cannot be read: ${messageOf(error)}.`);
  }
  if (batch.values.length > 0) yield batch;
}
