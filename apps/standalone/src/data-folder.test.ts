import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@tallyhouse/service';
import { openDataFolder } from './data-folder.ts';

const logger = createLogger('test', 'silent');
const warn = jest.spyOn(logger, 'warn');
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

let folder: string;
beforeEach(async () => {
  warn.mockClear();
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-data-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('creates a folder that only its owner can read, without a warning', async () => {
  const data = join(folder, 'some', 'where');
  await openDataFolder(data, logger);
  expect(await modeOf(data)).toBe('700');
  expect(warn).not.toHaveBeenCalled();
});

test('closes a folder that is open to others, keeps its content, and warns once', async () => {
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(data, 'secrets.json'), 'kept');
  await chmod(data, 0o755);
  await openDataFolder(data, logger);
  expect(await modeOf(data)).toBe('700');
  expect(await readFile(join(data, 'secrets.json'), 'utf8')).toBe('kept');
  const said = [[{ path: data, mode: '755' }, 'was open to other users; now closed to them']];
  expect(warn.mock.calls).toEqual(said);
  await openDataFolder(data, logger);
  expect(warn.mock.calls).toEqual(said);
});

test('in a folder with other content, closes only the files of the service', async () => {
  await mkdir(join(folder, 'log'));
  await mkdir(join(folder, 'www'));
  await writeFile(join(folder, 'secrets.json'), '');
  for (const name of ['.', 'log', 'www']) await chmod(join(folder, name), 0o755);
  await chmod(join(folder, 'secrets.json'), 0o644);
  await openDataFolder(folder, logger);
  const modes = { '.': '755', log: '700', www: '755', 'secrets.json': '600' };
  for (const [name, mode] of Object.entries(modes)) expect(await modeOf(join(folder, name))).toBe(mode);
});

test('a file of that name is an error', async () => {
  const data = join(folder, 'data');
  await writeFile(data, '');
  await expect(openDataFolder(data, logger)).rejects.toThrow('EEXIST');
});
