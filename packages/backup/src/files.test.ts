import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteFilePaths } from '@tallyhouse/sites';
import { open } from 'lmdb';
import { folderOfFile } from '../../../test/harness/temporary-folder.ts';
import { ownFiles } from './files.ts';
import { copyStates, stateFile, stateFolder } from './import-states.ts';
import type { InstallationConfig } from './installation.ts';
import type { Chosen } from './restore/choose.ts';
import { placeAll } from './restore/place-files.ts';

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

test('the state of imports is restored where a copy was ended early, and one that is there stays and is named', async () => {
  const said: string[] = [];
  const progress = { step() {}, say: (text: string) => void said.push(text), end() {}, show() {} };
  const backup = { name: 'first', files: { imports: ['blog', 'shop'] } } as Chosen['backup'];
  const [at, saved] = [
    (site: string) => inFolder('data', stateFolder, site),
    inFolder('first', 'files', stateFolder),
  ];
  for (const site of backup.files.imports) {
    for (const folder of [at(site), join(saved, site)]) await mkdir(folder, { recursive: true });
    await writeFile(join(saved, site, stateFile), 'saved');
  }
  await writeFile(join(at('shop'), stateFile), 'newer');
  const config = { DATA_DIR: inFolder('data') } as InstallationConfig;
  await placeAll({ folder: inFolder(), backup, chain: [] }, config, progress);
  const states = ['blog', 'shop'].map((site) => readFile(join(at(site), stateFile), 'utf8'));
  expect(await Promise.all(states)).toEqual(['saved', 'newer']);
  expect(said.map((text) => text.split(' ', 3).join(' '))).toEqual([
    `import/blog/${stateFile}: restored to`,
    `import/shop/${stateFile}: ${at('shop')}/${stateFile} stays`,
  ]);
});
