import { readFile, writeFile } from 'node:fs/promises';
import { writeDemoSettings } from '@tallyhouse/demo';
import { createLogger, createRegistry } from '@tallyhouse/service';
import { openSiteFiles, siteFilePaths } from '@tallyhouse/sites';
import { folderOfFile } from '../../../test/harness/temporary-folder.ts';

const inFolder = folderOfFile();

test('the demo names its sites in a sites file, and leaves one that exists as it is', async () => {
  const path = inFolder('sites.yaml');
  await writeDemoSettings(path);
  expect(await readFile(path, 'utf8')).toContain('The Slow Kitchen');
  const deps = { logger: createLogger('test', 'silent'), registry: createRegistry() };
  const files = await openSiteFiles(siteFilePaths({ DATA_DIR: inFolder() }), deps);
  const { sites, groups } = files.sites();
  files.close();
  expect([...sites.keys()]).toEqual(['blog', 'shop', 'courses']);
  expect(groups.get('kitchen')).toEqual(['blog', 'shop', 'courses']);
  expect(Object.keys(sites.get('blog')?.funnels ?? {})).toHaveLength(2);

  await writeFile(path, 'sites: {}\n');
  await writeDemoSettings(path);
  expect(await readFile(path, 'utf8')).toBe('sites: {}\n');
});
