import { createReadStream } from 'node:fs';
import { open, rename, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Journal } from './place.ts';

/** The journal of a folder: a file to which lines are appended. */
export async function openJournalFile(path: string): Promise<Journal> {
  const journal = await open(path, 'a', 0o600);
  return {
    path,
    read: (line) => readLines(path, line),
    async append(text, durably) {
      await journal.appendFile(text);
      if (durably) await journal.datasync();
    },
    async replace(texts) {
      const aside = join(dirname(path), '.manifest.jsonl.tmp');
      const file = await open(aside, 'w', 0o600);
      try {
        for (const text of texts) await file.appendFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, path);
    },
    close: () => journal.close(),
  };
}

async function readLines(path: string, read: (text: string, number: number) => void): Promise<number> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  await file.close();
  let held: string | undefined;
  let number = 0;
  let bytes = 0;
  const source = createReadStream(path);
  // A line is known to be whole when another one follows, or a line feed ends the file.
  for await (const text of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (held !== undefined) {
      read(held, ++number);
      bytes += Buffer.byteLength(held) + 1;
    }
    held = text;
  }
  if (held !== undefined && bytes + Buffer.byteLength(held) + 1 === size) read(held, ++number);
  else if (held !== undefined) await truncate(path, bytes);
  return number;
}
