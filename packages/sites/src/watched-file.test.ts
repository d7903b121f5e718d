import { rename, rm, writeFile } from 'node:fs/promises';
import { createLogger, createRegistry } from '@tallyhouse/service';
import { eventually } from '../../../test/harness/eventually.ts';
import { folderOfTest } from '../../../test/harness/temporary-folder.ts';
import { openSiteFiles, sitesSettings } from './open-files.ts';
import { type ListedSites, noSites } from './sites-file.ts';

const inFolder = folderOfTest();
let close = (): void => {};
afterEach(async () => {
  close();
});

/** Writes a file whole: a poll never sees half of it. */
async function put(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

async function open(paths: Partial<Parameters<typeof openSiteFiles>[0]>) {
  const logged: unknown[] = [];
  const logger = createLogger('test', 'silent');
  logger.error = (about: unknown) => {
    logged.push(about);
  };
  const registry = createRegistry();
  const none = { sites: undefined, keys: undefined };
  const files = await openSiteFiles({ ...none, ...paths }, { logger, registry, pollMs: 20 });
  close = files.close;
  const refused = async () => {
    const metric = await registry.getSingleMetric('tallyhouse_file_refused')?.get();
    return Object.fromEntries(metric?.values.map(({ labels, value }) => [labels['file'], value]) ?? []);
  };
  return { ...files, logged, refused };
}

const idsOf = ({ sites }: ListedSites) => [...sites.keys()];

test('a changed file is read again; a broken one is refused and the old one goes on', async () => {
  const path = inFolder('sites.yaml');
  await put(path, 'sites: { blog: {} }');
  const { sites, logged, refused } = await open({ sites: sitesSettings(path) });
  expect(idsOf(sites())).toEqual(['blog']);
  await put(path, 'sites: { shop: {} }');
  await eventually(async () => idsOf(sites()), ['shop']);
  const before = sites();

  await put(path, 'sites: { shop: { hosts: 1 } }');
  await eventually(refused, { sites: 1, keys: 0 });
  await rm(path);
  await eventually(async () => logged.length, 2);
  expect(sites()).toBe(before);
  expect(logged).toEqual([
    { path, reason: `${path} is refused as a whole:\n  ${path}:1: sites.shop.hosts: must be a list` },
    { path, reason: expect.stringContaining('ENOENT') },
  ]);

  await put(path, 'sites: { shop: {}, blog: {} }');
  await eventually(async () => idsOf(sites()), ['shop', 'blog']);
  expect(await refused()).toEqual({ sites: 0, keys: 0 });
});

test('a file that need not exist counts once it does, and is missed afterwards', async () => {
  const path = inFolder('sites.yaml');
  const { sites, logged } = await open({ sites: sitesSettings(path, noSites) });
  expect(sites()).toBe(noSites);
  await put(path, 'accept: listed');
  await eventually(async () => sites().accept, 'listed');
  await rm(path);
  await eventually(async () => logged, [{ path, reason: `${path} is gone` }]);
  expect(sites().accept).toBe('listed');
});
