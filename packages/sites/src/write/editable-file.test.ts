import { lstat, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { folderOfTest } from '../../../../test/harness/temporary-folder.ts';
import { sitesSettings } from '../open-files.ts';
import { noSites } from '../sites-file.ts';
import { editableFile } from './editable-file.ts';

const inFolder = folderOfTest();
const path = () => inFolder('sites.yaml');

test('a file that need not be there is made, for its owner alone, and nothing else is left', async () => {
  const file = editableFile(sitesSettings(path(), noSites).written);
  expect([await file.read(), await file.whyReadOnly()]).toEqual([{ accept: 'any', sites: {} }, undefined]);
  expect(await file.change(() => ({ members: { sites: { a: {} } }, outcome: 7 }))).toBe(7);
  const heading = '# The sites of this installation: docs/sites.md describes the file.';
  expect(await readFile(path(), 'utf8')).toBe(`${heading}\nsites:\n  a: {}\n`);
  expect([(await stat(path())).mode & 0o777, await readdir(inFolder())]).toEqual([0o600, ['sites.yaml']]);
});

test('a link stays, also one whose file is not there yet', async () => {
  const behind = inFolder('kept.yaml');
  await symlink('kept.yaml', path());
  const file = editableFile(sitesSettings(path(), noSites).written);
  for (const sites of [{ a: {} }, { b: {} }]) {
    await file.change(() => ({ members: { sites }, outcome: undefined }));
    expect((await lstat(path())).isSymbolicLink()).toBe(true);
    expect(await readFile(behind, 'utf8')).toContain(`  ${Object.keys(sites)}: {}\n`);
  }
});

test('a lock that another machine left before the clock was set back counts for nothing', async () => {
  const lock = `${path()}.lock`;
  await writeFile(lock, JSON.stringify({ pid: 1, started: '1', host: 'elsewhere' }));
  await utimes(lock, Date.now() / 1000, Date.now() / 1000 + 3600);
  const file = editableFile(sitesSettings(path(), noSites).written);
  await file.change(() => ({ members: { sites: { a: {} } }, outcome: undefined }));
  expect(await readdir(inFolder())).toEqual(['sites.yaml']);
});

test('what an editor saves while a change is decided stays, and a lock of a process that ended counts for nothing', async () => {
  await writeFile(path(), 'sites: {}\n');
  const ended = { pid: 2 ** 22 + 1, started: '1' };
  await writeFile(`${path()}.lock`, JSON.stringify(ended));
  const saved: Promise<void>[] = [];
  await editableFile(sitesSettings(path()).written).change(({ sites }) => {
    if (saved.length === 0) saved.push(writeFile(path(), 'sites:\n  saved: {} # just now\n'));
    return { members: { sites: { ...sites, made: {} } }, outcome: undefined };
  });
  expect(await readFile(path(), 'utf8')).toBe('sites:\n  saved: {} # just now\n  made: {}\n');
});

test('a text is parsed once, whoever reads it, and so is one that a change writes', async () => {
  await writeFile(path(), 'sites: {}\n');
  const { written } = sitesSettings(path());
  let parsed = 0;
  const shape = written.shape.refine(() => ++parsed > 0);
  const file = editableFile({ ...written, shape });
  expect([await file.read(), await file.read()]).toEqual(Array(2).fill({ accept: 'any', sites: {} }));
  expect(parsed).toBe(1);
  for (const id of ['a', 'b'])
    await file.change(({ sites }) => ({ members: { sites: { ...sites, [id]: {} } }, outcome: undefined }));
  expect([await file.read(), parsed]).toEqual([{ accept: 'any', sites: { a: {}, b: {} } }, 3]);
  await writeFile(path(), 'sites:\n  edited: {}\n');
  expect([await file.read(), parsed]).toEqual([{ accept: 'any', sites: { edited: {} } }, 4]);
  await writeFile(path(), 'sites: 1\n');
  for (const reader of [file.read(), file.read()])
    await expect(reader).rejects.toThrow('sites.yaml:1: sites');
  await rm(path());
  await expect(file.read()).rejects.toThrow('cannot be read');
});
