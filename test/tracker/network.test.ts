import { eventually } from '../harness/eventually.ts';
import { settle } from './page-clock.ts';
import { openStage, type Stage } from './stage.ts';
import { expectPageviews } from './stored.ts';
import { trackerTag } from './test-site.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => stage.clear());
afterAll(() => stage?.close());

test.each([
  ['the network fails', { abort: true }],
  ['the server is unwell', { abort: false }],
])('a ping is sent once more when %s, and the page hears nothing of it', async (_, { abort }) => {
  const site = await stage.site();
  const page = await stage.visit('about:blank');
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const bodies: (string | null)[] = [];
  await page.route('**/api/ping', (route) => {
    bodies.push(route.request().postData());
    if (bodies.length > 1) return route.continue();
    return abort ? route.abort() : route.fulfill({ status: 503 });
  });
  await page.goto(`${site.url}/retried`);
  await eventually(async () => bodies.slice(1).includes(bodies[0] ?? null), true);
  await expectPageviews(stage, site.id, [{ page_path: '/retried' }]);
  expect(errors).toEqual([]);
});

test('while the network is away nothing breaks, and the totals that follow make good for all that was lost', async () => {
  const site = await stage.site();
  const page = await stage.visit('about:blank');
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route('**/api/ping', (route) => route.abort());
  await page.goto(`${site.url}/long?height=4000`);
  await page.evaluate('scrollTo(0, 1e6)');
  await settle(page);
  await page.evaluate('scrollTo(0, 0)');
  await page.unroute('**/api/ping');
  await page.close();
  await expectPageviews(stage, site.id, [
    { page_path: '/long', page_title: 'Page /long', scroll_depth: 100, word_count: 20 },
  ]);
  expect(errors).toEqual([]);
});

test('a page whose policy forbids pings is not disturbed', async () => {
  const site = await stage.site({ policy: `script-src ${stage.ingestUrl}; connect-src 'none'` });
  const page = await stage.visit('about:blank');
  const errors: Error[] = [];
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(`${site.url}/quiet`);
  await settle(page);
  expect(await page.evaluate('history.pushState(null, "", "/quiet/on"), location.pathname')).toBe(
    '/quiet/on',
  );
  await page.close();
  expect(refused).toContainEqual(expect.stringContaining('Content Security Policy'));
  expect(errors).toEqual([]);
});

test('a page whose policy allows ingest alone is counted', async () => {
  const site = await stage.site({
    policy: `default-src 'none'; script-src ${stage.ingestUrl}; connect-src ${stage.ingestUrl}`,
  });
  await stage.visit(`${site.url}/quiet`);
  await expectPageviews(stage, site.id, [{ page_path: '/quiet', page_title: 'Quiet' }]);
});

test('behind a path of the site itself, script and pings are of the site', async () => {
  const site = await stage.site({ head: trackerTag.replace('{ingest}', '/stats') });
  const page = await stage.visit(`${site.url}/page`);
  await settle(page);
  await page.close();
  await expectPageviews(stage, site.id, [{ page_path: '/page', scroll_depth: 100 }]);
  expect(site.proxied).toEqual(['GET /tracker.js', 'POST /api/ping', 'POST /api/ping']);
});

test('a tag that is made by code counts as one in the page does', async () => {
  const site = await stage.site({
    head: `<script>
      const script = document.createElement('script');
      script.src = '{ingest}/tracker.js';
      script.setAttribute('data-site', '{site}');
      script.setAttribute('data-local', '');
      document.head.appendChild(script);
    </script>`,
  });
  await stage.visit(`${site.url}/page`);
  await expectPageviews(stage, site.id, [{ page_path: '/page', word_count: 20 }]);
});

test('the versioned script counts as the plain one does', async () => {
  const { headers } = await fetch(`${stage.ingestUrl}/tracker.js`);
  const [hash = ''] = /[\w-]{22}/.exec(headers.get('etag') ?? '') ?? [];
  const site = await stage.site({ head: trackerTag.replace('tracker.js', `tracker.${hash}.js`) });
  await stage.visit(`${site.url}/page`);
  await expectPageviews(stage, site.id, [{ page_path: '/page' }]);
});
