import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyCommand } from '../../packages/sites/src/commands/key/key.ts';
import { hoursAgo, startQueryService, visit } from '../api/query-service.ts';
import { sharedBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/eventually.ts';
import { openReader } from './reader.ts';

test('the link that tallyhouse key prints signs in, to the sites of the key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'));
  const KEYS_FILE = join(folder, 'keys.yaml');
  const add = ['add', '--name', 'client', '--sites', 'notes', '--expires', '2199-01-01T00:00:00Z'];
  const said = await keyCommand([...add, '--url', 'http://dashboard.example/'], { KEYS_FILE });
  const [, path = ''] = /http:\/\/dashboard\.example(\/#key=\S+)/.exec(said) ?? [];
  const service = await startQueryService({ KEYS_FILE });
  const browser = await sharedBrowser();
  try {
    const [ours, theirs] = [hoursAgo(2), hoursAgo(3)];
    await service.insert([
      { ...visit(ours), site_id: 'notes', pinged_at: ours, page_path: '/ours' },
      { ...visit(theirs), site_id: 'blog', pinged_at: theirs, page_path: '/theirs' },
      { ...visit(theirs + 1), site_id: 'blog', pinged_at: theirs + 1, page_path: '/theirs' },
    ]);
    const { page, complaints } = await openReader(browser, service.url + path);
    await page.getByText('/ours').first().waitFor();
    await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
    const shown = (await page.locator('body').allInnerTexts()).join();
    expect(shown).not.toMatch(/blog|theirs/);
    expect(page.url()).not.toContain('key=');
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    await service.stop();
    await rm(folder, { recursive: true });
  }
});
