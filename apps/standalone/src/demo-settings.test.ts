import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDemoSettings } from '@tallyhouse/demo';
import { createLogger, createRegistry } from '@tallyhouse/service';
import { openSiteFiles, siteFilePaths } from '@tallyhouse/sites';

test('the demo names its sites in a sites file, and leaves one that exists as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallyhouse-demo-settings-'));
  const path = join(folder, 'sites.yaml');
  try {
    await writeDemoSettings(path);
    const text = await readFile(path, 'utf8');
    const logger = createLogger('test', 'silent');
    const files = await openSiteFiles(siteFilePaths({ DATA_DIR: folder }), {
      logger,
      registry: createRegistry(),
    });
    const { sites, groups } = files.sites();
    files.close();
    expect([...sites.keys()]).toEqual(['blog', 'shop', 'courses']);
    expect(groups.get('kitchen')).toEqual(['blog', 'shop', 'courses']);
    expect(Object.keys(sites.get('blog')?.funnels ?? {})).toHaveLength(2);

    await rm(path);
    await writeFile(path, 'sites: {}\n');
    await writeDemoSettings(path);
    expect(await readFile(path, 'utf8')).toBe('sites: {}\n');
    expect(text).toContain('The Slow Kitchen');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
