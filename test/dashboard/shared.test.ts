import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { type QueryService, startQueryService } from '../api/query-service.ts';
import { sharedBrowser } from '../harness/browser.ts';
import { eventually, patienceMs } from '../harness/eventually.ts';
import { barriers } from './barriers.ts';
import { openReader, type Reader, textOf } from './reader.ts';
import { traffic } from './traffic.ts';

/** The dashboard for those who may see a part of it: with a key of few rights, and within other pages. */

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-keys-'));
const client = 'the key of the client';
const analyst = 'the key of the analyst';

let browser: Browser;
let service: QueryService;
/** Another origin, whose page has the dashboard in a frame. */
let other: Server;
let origin: string;

const page = (frame: string) =>
  `<!doctype html><title>Intranet</title><iframe width="1200" height="800" src="${frame}"></iframe>`;

beforeAll(async () => {
  other = createServer((req, res) => {
    const frame = new URL(req.url ?? '', 'http://localhost').searchParams.get('frame') ?? '';
    res.setHeader('content-type', 'text/html').end(page(frame.replaceAll('&', '&amp;')));
  });
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const address = other.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const keys = [
    { name: 'client', sha256: sha256(client), sites: ['blog'], rights: ['read'] },
    { name: 'analyst', sha256: sha256(analyst), sites: ['blog', 'shop'], rights: ['read', 'export'] },
  ];
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys }));
  browser = await sharedBrowser();
  service = await startQueryService({ KEYS_FILE: join(folder, 'keys.json'), EMBED_ORIGINS: origin });
  await service.insert(traffic);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  other.close();
  rmSync(folder, { recursive: true });
});

const buttons = ({ page }: Reader) =>
  page
    .locator('button:not([hidden])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent.trim()));

test('a key for one site shows it, whose view it is, and nothing that the key may not do', async () => {
  const reader = await openReader(browser, `${service.url}/#key=${encodeURIComponent(client)}`);
  const { page } = reader;
  await eventually(() => reader.figure('Pageviews'), '5 ▲ +400%');
  await eventually(() => textOf(page.locator('.top .whose')), 'View for client');
  expect(await textOf(page.locator('.top .only-site'))).toBe('blog');
  await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
  expect((await buttons(reader)).filter((name) => /^Site:|Download all|\(CSV\)/.test(name))).toEqual([]);
  expect(await page.content()).not.toContain('shop');

  // Another site is one without pings, without a line to paste.
  await page.goto(`${service.url}/?site=shop`);
  await page.getByText('No numbers for shop').waitFor();
  expect(await page.locator('.code, input').count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('a key for two sites with the right to export has a list of both, and exports', async () => {
  const reader = await openReader(browser, `${service.url}/#key=${encodeURIComponent(analyst)}`);
  const { page } = reader;
  await eventually(() => page.locator('.sites tbody th a').allInnerTexts(), ['blog', 'shop']);
  await reader.button('Site: All sites').click();
  await eventually(() => reader.siteOptions.allInnerTexts(), ['All sites', 'blog', 'shop']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await eventually(() => reader.figure('Pageviews'), '5 ▲ +400%');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    reader.button('Visits (CSV)').click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^blog-visits-/);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
});

test('within a page of an allowed origin the dashboard has no header; elsewhere it is not shown', async () => {
  const frame = `${service.url}/?site=blog&embed=1#key=${encodeURIComponent(client)}`;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(patienceMs);
  const outer = await context.newPage();
  await outer.clock.install({ time: new Date('2026-11-21T10:15:00.000Z') });
  await outer.goto(`${origin}/?frame=${encodeURIComponent(frame)}`);
  const inner = outer.frameLocator('iframe');
  await inner.locator('.figure', { hasText: 'Pageviews' }).getByText('5').waitFor();
  expect(await inner.locator('header.top').count()).toBe(0);
  expect(await inner.getByRole('region', { name: 'Sources', exact: true }).count()).toBe(1);

  // The same page by another name is another origin.
  const refused: string[] = [];
  outer.on('console', (message) => refused.push(message.text()));
  await outer.goto(`${origin.replace('127.0.0.1', 'localhost')}/?frame=${encodeURIComponent(frame)}`);
  await eventually(async () => refused.some((text) => text.includes('frame-ancestors')), true);
  await context.close();
});
