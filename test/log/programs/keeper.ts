import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { keep } from '@tallyhouse/service';
import { z } from 'zod';

// keeper <folder>: keeps files of a megabyte, 0.json, 1.json, ..., until it is killed, and prints a line for each.
const [folder = ''] = process.argv.slice(2);
const shape = z.object({ text: z.string() });
for (let number = 0; ; number++) {
  const file = { path: join(folder, `${number}.json`), shape, remedy: '' };
  await keep(file, { text: `${number} `.repeat(200_000) });
  writeSync(1, `${number}\n`);
}
