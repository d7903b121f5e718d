import { readFile, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { folderOfFile } from '../../../test/harness/temporary-folder.ts';
import { readMessages } from './messages.ts';

const inFolder = folderOfFile();

test('a file that ends too early, or has a damaged line, is named', async () => {
  const path = inFolder('messages.gz');
  const values = Array.from({ length: 20_000 }, (_, n) => `${n} ${Math.sin(n)}`);
  const lines = values.map(
    (value, n) => `${JSON.stringify([0, String(n), Buffer.from(value).toString('base64')])}\n`,
  );
  const read: string[] = [];
  const readAll = async () => {
    for await (const batch of readMessages(path)) {
      read.push(...batch.values.map(String));
      // Storing takes a while, in which the stream goes on.
      for (let turn = 0; turn < 100; turn++) await setImmediate();
    }
  };
  await writeFile(path, gzipSync(lines.join('')));
  await readAll();
  expect(read).toEqual(values);

  await writeFile(path, (await readFile(path)).subarray(0, -20));
  await expect(readAll()).rejects.toThrow(/messages\.gz cannot be read: .*unexpected end of file\.$/);
  await writeFile(path, gzipSync(`${lines.join('')}[0,`));
  await expect(readAll()).rejects.toThrow(`${path} cannot be read: `);
});
