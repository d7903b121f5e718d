import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteFilePaths } from '@tallyhouse/sites';
import { open } from 'lmdb';
import { ownFiles } from './files.ts';
import { copyStates, stateFile } from './import-states.ts';
import type { InstallationConfig } from './installation.ts';

test.each<Partial<InstallationConfig>>([
  {},
  { SITES_FILE: '/etc/s.yaml', KEYS_FILE: '/etc/k.yaml', ALERTS_FILE: '/etc/a.yaml' },
])('a backup has every file that is managed over HTTP: %j', (named) => {
  const config = { DATA_DIR: '/data', ...named } as InstallationConfig;
  const managed = Object.values(siteFilePaths(config)).map((file) => file?.path);
  expect(ownFiles(config).map(({ path }) => path)).toEqual(expect.arrayContaining(managed));
});

test('what imports remember is copied, and what else is in their folder is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'states-'));
  const states = join(folder, 'import');
  for (const site of ['blog', 'killed']) await mkdir(join(states, site), { recursive: true });
  await writeFile(join(states, '.DS_Store'), '');
  await open({ path: join(states, 'blog', stateFile) }).close();
  expect(await copyStates(folder, join(folder, 'to'))).toEqual(['blog']);
  expect(await readdir(join(folder, 'to'))).toEqual(['blog']);
  await rm(folder, { recursive: true });
});
