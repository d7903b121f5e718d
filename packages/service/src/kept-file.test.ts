import { readFileSync } from 'node:fs';
import fs, { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { folderOfTest } from '../../../test/harness/temporary-folder.ts';
import { type KeptFile, keep, readKept } from './kept-file.ts';

const inFolder = folderOfTest();
let file: KeptFile<{ secret: string }>;
beforeEach(() => {
  const shape = z.object({ secret: z.string().min(3) });
  file = { path: inFolder('kept.json'), shape, remedy: 'Restore it.' };
});

test('reads back what was kept, readable only by its owner, without temporary files', async () => {
  expect(await readKept(file)).toBeUndefined();
  await keep(file, { secret: 'open sesame' });
  expect(await readKept(file)).toEqual({ secret: 'open sesame' });
  expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  expect(await readdir(inFolder())).toEqual(['kept.json']);
});

test('until new content is complete, under another name, the old file is there', async () => {
  await keep(file, { secret: 'open sesame' });
  const before: unknown[] = [];
  const rename = jest.spyOn(fs, 'rename').mockImplementationOnce((...paths) => {
    rename.mockRestore();
    before.push(...paths.map((path) => JSON.parse(readFileSync(`${path}`, 'utf8'))));
    return fs.rename(...paths);
  });
  await keep(file, { secret: 'close sesame' });
  expect(before).toEqual([{ secret: 'close sesame' }, { secret: 'open sesame' }]);
  expect(await readKept(file)).toEqual({ secret: 'close sesame' });
});

test('what root writes belongs to the owner of the folder, and once it is there to its own', async () => {
  if (process.getuid?.() !== 0) return;
  const owner = async () => (await stat(file.path)).uid;
  await chown(inFolder(), 12_345, 12_345);
  await keep(file, { secret: 'open sesame' });
  expect(await owner()).toBe(12_345);
  await chown(file.path, 54_321, 54_321);
  await keep(file, { secret: 'close sesame' });
  expect(await owner()).toBe(54_321);
});

test.each([
  ['', 'is empty'],
  [' \n', 'is empty'],
  ['{"secret": "open', 'is truncated or was overwritten'],
  ['\0\0\0\0', 'is truncated or was overwritten'],
  ['[]', 'is truncated or was overwritten'],
  ['{}', 'lacks a valid secret'],
  ['{"secret": "ab"}', 'lacks a valid secret'],
])('names the problem and the remedy of %j', async (text, what) => {
  await writeFile(file.path, text);
  await expect(readKept(file)).rejects.toThrow(new Error(`${file.path} ${what}. Restore it.`));
  expect(await readFile(file.path, 'utf8')).toBe(text);
});

test('a path that is not a file is named, and a write that fails leaves nothing behind', async () => {
  await mkdir(file.path);
  await expect(readKept(file)).rejects.toThrow(`${file.path} cannot be read: EISDIR`);
  await expect(keep(file, { secret: 'open sesame' })).rejects.toThrow('EISDIR');
  expect(await readdir(inFolder())).toEqual(['kept.json']);
});
