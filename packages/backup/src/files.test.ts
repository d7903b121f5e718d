import { siteFilePaths } from '@tallyhouse/sites';
import { ownFiles } from './files.ts';
import type { InstallationConfig } from './installation.ts';

test.each<Partial<InstallationConfig>>([
  {},
  { SITES_FILE: '/etc/s.yaml', KEYS_FILE: '/etc/k.yaml', ALERTS_FILE: '/etc/a.yaml' },
])('a backup has every file that is managed over HTTP: %j', (named) => {
  const config = { DATA_DIR: '/data', ...named } as InstallationConfig;
  const managed = Object.values(siteFilePaths(config)).map((file) => file?.path);
  expect(ownFiles(config).map(({ path }) => path)).toEqual(expect.arrayContaining(managed));
});
