import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type KeptFile, keep, readKept } from './kept-file.ts';

let folder: string;
let file: KeptFile<{ secret: string }>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-kept-'));
  file = {
    path: join(folder, 'kept.json'),
    shape: z.object({ secret: z.string().min(3) }),
    wayOn: 'Restore it.',
  };
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('what was kept is read, by its owner alone, and nothing else is left', async () => {
  expect(await readKept(file)).toBeUndefined();
  await keep(file, { secret: 'open sesame' });
  expect(await readKept(file)).toEqual({ secret: 'open sesame' });
  expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['kept.json']);
});

test.each([
  ['', 'is empty'],
  [' \n', 'is empty'],
  ['{"secret": "open', 'is cut off or was overwritten'],
  ['\0\0\0\0', 'is cut off or was overwritten'],
  ['[]', 'is cut off or was overwritten'],
  ['{}', 'lacks a usable secret'],
  ['{"secret": "ab"}', 'lacks a usable secret'],
])('%j is named, with the way on', async (text, what) => {
  await writeFile(file.path, text);
  await expect(readKept(file)).rejects.toThrow(new Error(`${file.path} ${what}. Restore it.`));
  expect(await readFile(file.path, 'utf8')).toBe(text);
});

test('what is no file is named too', async () => {
  await mkdir(file.path);
  await expect(readKept(file)).rejects.toThrow(`${file.path} cannot be read: EISDIR`);
});

test('what cannot be put in place leaves nothing behind', async () => {
  await mkdir(file.path);
  await expect(keep(file, { secret: 'open sesame' })).rejects.toThrow('EISDIR');
  expect(await readdir(folder)).toEqual(['kept.json']);
});
