import { writeFile } from 'node:fs/promises';
import { createLogger, createRegistry } from '@tallyhouse/service';
import { folderOfTest } from '../../../test/harness/temporary-folder.ts';
import { openSiteFiles, siteFilePaths } from './open-files.ts';

const inFolder = folderOfTest();

async function sitesOf(env: { SITES_FILE?: string; KEYS_FILE?: string }): Promise<string[]> {
  const paths = siteFilePaths({ DATA_DIR: inFolder(), ...env });
  const logger = createLogger('test', 'silent');
  const files = await openSiteFiles(paths, { logger, registry: createRegistry() });
  files.close();
  return [...files.sites().sites.keys()];
}

test('without a setting, sites.yaml of the data folder counts if it exists', async () => {
  expect(await sitesOf({})).toEqual([]);
  await writeFile(inFolder('sites.yaml'), 'sites: { blog: {} }');
  expect(await sitesOf({})).toEqual(['blog']);
});

test('a file that a setting names replaces it, and must exist', async () => {
  await writeFile(inFolder('sites.yaml'), 'sites: { blog: {} }');
  await writeFile(inFolder('other.json'), '{ "sites": { "shop": {} } }');
  expect(await sitesOf({ SITES_FILE: inFolder('other.json') })).toEqual(['shop']);
  await expect(sitesOf({ KEYS_FILE: inFolder('gone.yaml') })).rejects.toThrow('gone.yaml cannot be read');
});

test('a broken file ends the start', async () => {
  await writeFile(inFolder('keys.yaml'), 'keys: [{}]');
  await expect(sitesOf({})).rejects.toThrow('keys.yaml is refused as a whole');
});
