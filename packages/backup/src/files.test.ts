import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { siteFilePaths } from '@tallyhouse/sites';
import { open } from 'lmdb';
import { folderOfFile } from '../../../test/harness/temporary-folder.ts';
import { ownFiles } from './files.ts';
import { copyStates, stateFile } from './import-states.ts';
import type { InstallationConfig } from './installation.ts';

const inFolder = folderOfFile();

test.each<Partial<InstallationConfig>>([
  {},
  { SITES_FILE: '/etc/s.yaml', KEYS_FILE: '/etc/k.yaml', ALERTS_FILE: '/etc/a.yaml' },
])('a backup has every file that is managed over HTTP: %j', (named) => {
  const config = { DATA_DIR: '/data', ...named } as InstallationConfig;
  const managed = Object.values(siteFilePaths(config)).map((file) => file?.path);
  expect(ownFiles(config).map(({ path }) => path)).toEqual(expect.arrayContaining(managed));
});

test('what imports remember is copied, and what else is in their folder is not', async () => {
  const [followed, copied] = ['blog~0123abcd', 'blog (copy)'];
  for (const name of ['blog', followed, copied, 'killed'])
    await mkdir(inFolder('import', name), { recursive: true });
  await writeFile(inFolder('import', '.DS_Store'), '');
  for (const name of ['blog', followed, copied])
    await open({ path: inFolder('import', name, stateFile) }).close();
  expect((await copyStates(inFolder(), inFolder('to'))).sort()).toEqual(['blog', followed]);
  expect((await readdir(inFolder('to'))).sort()).toEqual(['blog', followed]);

  const unreadable = inFolder('import', 'unreadable');
  await symlink(unreadable, unreadable);
  await expect(copyStates(inFolder(), inFolder('again'))).rejects.toThrow(`${unreadable}/${stateFile}`);
});
