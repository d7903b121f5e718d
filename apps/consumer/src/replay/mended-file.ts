import { open } from 'node:fs/promises';
import type { OffsetRange } from '@tallyhouse/log';
import { type MendedLetter, readLine } from './letter.ts';
import { messagesIn } from './replay-log.ts';

const mostProblems = 10;
const batchLetters = 1000;

/** What a file of mended letters holds. */
export interface MendedFile {
  letters: number;
  /** How many differ from what was refused. */
  mended: number;
  /** In each partition the place behind the last letter that was pending. */
  ends: { partition: number; offset: bigint }[];
  /** Letters pending before these places that the file lacks. */
  givenUp: number;
}

/**
 * Reads the whole file, so that nothing of one that cannot be used is put back.
 * @param pending the letters that no replay has dealt with
 * @throws an Error that names the lines that cannot be used
 */
export async function checkFile(file: string, pending: readonly OffsetRange[]): Promise<MendedFile> {
  const stretches = new Map(pending.map((stretch) => [stretch.partition, stretch]));
  const ends = new Map<number, bigint>();
  const present = new Set<string>();
  const problems: string[] = [];
  let [letters, mended] = [0, 0];
  for await (const { number, text } of linesOf(file)) {
    const letter = readLine(text);
    const stretch = typeof letter === 'string' ? undefined : stretches.get(letter.at.partition);
    if (typeof letter === 'string' || !stretch || BigInt(letter.at.offset) >= stretch.end) {
      const problem = typeof letter === 'string' ? letter : 'there is no such dead letter in this log';
      problems.push(`line ${number}: ${problem}`);
      if (problems.length === mostProblems) break;
      continue;
    }
    letters++;
    if (!letter.mended.equals(Buffer.from(letter.value, 'base64'))) mended++;
    const { partition } = letter.at;
    const next = BigInt(letter.at.offset) + 1n;
    if (next <= stretch.first) continue;
    present.add(`${partition}:${next}`);
    if (next > (ends.get(partition) ?? 0n)) ends.set(partition, next);
  }
  if (problems.length > 0) throw new Error(`${file} cannot be used:\n  ${problems.join('\n  ')}`);
  const passed = [...ends].map(([partition, end]) => ({
    partition,
    first: stretches.get(partition)?.first ?? end,
    end,
  }));
  return {
    letters,
    mended,
    ends: [...ends].map(([partition, offset]) => ({ partition, offset })),
    givenUp: messagesIn(passed) - present.size,
  };
}

/** The letters of a file that was checked, a thousand at once. */
export async function* lettersOf(file: string): AsyncGenerator<MendedLetter[]> {
  let batch: MendedLetter[] = [];
  for await (const { number, text } of linesOf(file)) {
    const letter = readLine(text);
    if (typeof letter === 'string')
      throw new Error(`${file} was changed meanwhile: line ${number}: ${letter}`);
    batch.push(letter);
    if (batch.length < batchLetters) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Lines that are not empty, with their numbers. */
async function* linesOf(file: string): AsyncGenerator<{ number: number; text: string }> {
  const opened = await open(file);
  let number = 0;
  for await (const text of opened.readLines()) {
    number++;
    if (text.trim() !== '') yield { number, text };
  }
}
