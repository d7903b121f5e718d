import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createRegistry } from '@tallyhouse/service';
import { openSiteFiles } from './open-files.ts';
import { siteFilePaths } from './site-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function sitesOf(env: { SITES_FILE?: string; KEYS_FILE?: string }): Promise<string[]> {
  const paths = siteFilePaths({ DATA_DIR: folder, ...env });
  const logger = createLogger('test', 'silent');
  const files = await openSiteFiles(paths, { logger, registry: createRegistry() });
  files.close();
  return [...files.sites().sites.keys()];
}

test('without a setting, sites.yaml of the data folder counts if it exists', async () => {
  expect(await sitesOf({})).toEqual([]);
  await writeFile(join(folder, 'sites.yaml'), 'sites: { blog: {} }');
  expect(await sitesOf({})).toEqual(['blog']);
});

test('a file that a setting names replaces it, and must exist', async () => {
  await writeFile(join(folder, 'sites.yaml'), 'sites: { blog: {} }');
  await writeFile(join(folder, 'other.json'), '{ "sites": { "shop": {} } }');
  expect(await sitesOf({ SITES_FILE: join(folder, 'other.json') })).toEqual(['shop']);
  await expect(sitesOf({ KEYS_FILE: join(folder, 'gone.yaml') })).rejects.toThrow('gone.yaml cannot be read');
});

test('a broken file ends the start', async () => {
  await writeFile(join(folder, 'keys.yaml'), 'keys: [{}]');
  await expect(sitesOf({})).rejects.toThrow('keys.yaml is refused as a whole');
});
