import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@tallyhouse/service';
import { siteFilePaths } from '@tallyhouse/sites';
import { folderOfTest } from '../../../test/harness/temporary-folder.ts';
import { openDataFolder } from './data-folder.ts';

const logger = createLogger('test', 'silent');
const warn = jest.spyOn(logger, 'warn');
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

const inFolder = folderOfTest();
beforeEach(() => warn.mockClear());

test('creates a folder that only its owner can read, without a warning', async () => {
  const data = inFolder('some', 'where');
  await openDataFolder(data, logger);
  expect(await modeOf(data)).toBe('700');
  expect(warn).not.toHaveBeenCalled();
});

test('closes a folder that is open to others, keeps its content, and warns once', async () => {
  const data = inFolder('data');
  await mkdir(data);
  await writeFile(join(data, 'secrets.json'), 'kept');
  for (const file of Object.values(siteFilePaths({ DATA_DIR: data }))) await writeFile(file?.path ?? '', '');
  await chmod(data, 0o755);
  await openDataFolder(data, logger);
  expect(await modeOf(data)).toBe('700');
  expect(await readFile(join(data, 'secrets.json'), 'utf8')).toBe('kept');
  const said = [[{ path: data, mode: '755' }, 'closed a path that was open to other users']];
  expect(warn.mock.calls).toEqual(said);
  await openDataFolder(data, logger);
  expect(warn.mock.calls).toEqual(said);
});

test('in a folder with other content, closes only the files of the service', async () => {
  await mkdir(inFolder('log'));
  await mkdir(inFolder('www'));
  await writeFile(inFolder('secrets.json'), '');
  for (const name of ['.', 'log', 'www']) await chmod(inFolder(name), 0o755);
  await chmod(inFolder('secrets.json'), 0o644);
  await openDataFolder(inFolder(), logger);
  const modes = { '.': '755', log: '700', www: '755', 'secrets.json': '600' };
  for (const [name, mode] of Object.entries(modes)) expect(await modeOf(inFolder(name))).toBe(mode);
});

test.each([
  ['is a file', () => inFolder('file'), 'EEXIST'],
  ['is below a file', () => inFolder('file', 'data'), 'ENOTDIR'],
])('a folder that %s is an error with what to do', async (_what, place, code) => {
  await writeFile(inFolder('file'), '');
  await expect(openDataFolder(place(), logger)).rejects.toThrow(
    `The data folder ${place()} cannot be created (${code}): make it a folder that this user may write to`,
  );
});
