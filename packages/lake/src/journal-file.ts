import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, stat, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Journal } from './place.ts';

/** The journal of a folder: a file to which lines are appended, from the first one on. */
export function openJournalFile(path: string): Journal {
  let journal: FileHandle | undefined;
  return {
    path,
    read: async (line) => (existsSync(path) ? readLines(path, line) : 0),
    async append(text, durably) {
      journal ??= await open(path, 'a', 0o600);
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
    close: async () => journal?.close(),
  };
}

async function readLines(path: string, read: (text: string, number: number) => void): Promise<number> {
  let held = '';
  let number = 0;
  // A byte a letter, until a line is whole.
  for await (const chunk of createReadStream(path, 'latin1')) {
    const lines = (held + chunk).split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) read(Buffer.from(line, 'latin1').toString(), ++number);
  }
  if (held !== '') await truncate(path, (await stat(path)).size - held.length);
  return number;
}
