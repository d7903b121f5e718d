import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../harness/browser.ts';
import { eventually, patienceMs } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { openReader, textOf } from './reader.ts';

/** The whole service, from `npm start` to a visit that shows on the dashboard. */

const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-live-'));
let program: Program;
let browser: Browser;
let url: string;

beforeAll(async () => {
  browser = await sharedBrowser();
  const query = await freePort();
  url = `http://127.0.0.1:${query}`;
  program = await startProgram([process.execPath, 'dist/standalone.js'], {
    env: { DATA_DIR: folder, QUERY_PORT: `${query}`, INGEST_PORT: '0', CLICKHOUSE_HTTP_PORT: '0' },
    readyUrls: [`${url}/readyz`],
  });
});
afterAll(async () => {
  await browser.close();
  await program.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

test('an empty site shows its script tag, and turns into the dashboard with its first visit', async () => {
  const { api_key: key } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  const reader = await openReader(browser, `${url}/#key=${key}`, { clock: 'real' });
  const { page, context, complaints } = reader;
  await page.getByText('No pings from blog yet').waitFor();
  const [tag = ''] = /<script defer src=".+<\/script>/.exec(program.output()) ?? [];
  expect(await textOf(page.locator('.code code'))).toBe(tag);

  const visitor = await browser.newContext();
  visitor.setDefaultTimeout(patienceMs);
  const demo = await visitor.newPage();
  await demo.goto(`${url}/demo?utm_source=newsletter&utm_medium=email&utm_campaign=first`);
  await eventually(() => reader.rows('Right now'), [['Demo - Tallyhouse', '1']]);
  await eventually(() => textOf(page.locator('.online')), '1 online now');
  await eventually(() => reader.figure('Visitors'), '1 from 0');
  await eventually(() => reader.rows('Sources'), [['newsletter email', '1', '1', '100%']]);

  const other = await browser.newContext();
  other.setDefaultTimeout(patienceMs);
  await (await other.newPage()).goto(`${url}/demo/second`);
  await eventually(() => textOf(page.locator('.online')), '2 online now');

  expect(complaints).toEqual([]);
  await Promise.all([context, visitor, other].map((each) => each.close()));
});

test('the first content is there in one request for the page and its assets, without another origin', async () => {
  const context = await browser.newContext();
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/-\w{8}\./, '.')));
  await page.goto(url);
  await page.getByLabel('Key').waitFor();
  expect(asked.filter((path) => !path.endsWith('.svg')).sort()).toEqual([
    '/',
    '/assets/dashboard.css',
    '/assets/dashboard.js',
    '/assets/first-paint.js',
    '/assets/inter.woff2',
  ]);
  await context.close();
});
