import type { Page } from 'playwright-core';
import { startChromium } from '../harness/chromium.ts';
import { eventually, patienceMs } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { act, neglect, read, settle } from './page-clock.ts';
import { useStage, within } from './stage.ts';
import { trackerTag } from './test-site.ts';

const stage = useStage();
const { expectPageviews } = stage;

/** What the window shows of a page, in pixels. */
const viewport = (page: Page) => page.evaluate<number>('innerHeight');

test('a page that is read in two sittings has the time of both, and its scroll depth', async () => {
  const site = await stage.site();
  const reader = await stage.visit(`${site.url}/long?height=4000`);
  const seen = 1000 + (await viewport(reader));
  await read(reader, 1000);
  await reader.evaluate('scrollTo(0, 1000)');
  const other = await stage.visit('about:blank');
  await neglect(reader, 5000);
  await reader.bringToFront();
  await read(reader, 800);
  await reader.evaluate('scrollTo(0, 0)');
  await other.bringToFront();

  await expectPageviews(site, {
    page_path: '/long',
    page_title: 'Page /long',
    referrer: '',
    focus_time_ms: 1800,
    scroll_depth: within(2, seen / 40),
    word_count: 20,
  });
});

test('a page that lies open beside the window in use is not being read', async () => {
  const site = await stage.site();
  // Windows of their own; that every page of theirs pretends to have the focus has to be undone.
  const windows = await stage.tabs.browser()?.newContext();
  windows?.setDefaultTimeout(patienceMs);
  const page = await windows?.newPage();
  if (!windows || !page) throw new Error('There is no other window.');
  await page.goto(site.url);
  await read(page, 700);
  const browser = await windows.newCDPSession(page);
  await browser.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  await windows.newPage();
  await neglect(page, 5000);
  expect(await page.evaluate('[document.hidden, document.hasFocus()]')).toEqual([false, false]);
  await page.close();

  // The windows stay open until then: with them, Chromium ends what it is still sending for their pages.
  await expectPageviews(site, { focus_time_ms: 700 });
  await windows.close();
});

test('a visit of three pages, back by the cache of the browser and on again, is one session of five views', async () => {
  const site = await stage.site();
  const page = await stage.visit(`${site.url}/first?utm_source=paper&utm_medium=print`);
  await read(page, 600);
  await page.click('#second');
  await page.waitForURL('**/second');
  await read(page, 700);
  await page.goto(`${site.url}/third?height=3000`);
  await page.evaluate('window.fresh = false');
  await read(page, 800);
  await page.evaluate('history.back()');
  await eventually(async () => page.url(), expect.stringContaining('/second'));
  await read(page, 900);
  await page.evaluate('history.forward()');
  await eventually(async () => page.url(), expect.stringContaining('/third'));
  expect(await page.evaluate('window.fresh')).toBe(false);
  await read(page, 1000);
  await page.close();

  await expectPageviews(
    site,
    { page_path: '/first', focus_time_ms: 600 },
    { page_path: '/second', focus_time_ms: 700 },
    { page_path: '/third', focus_time_ms: 800 },
    { page_path: '/second', focus_time_ms: 900 },
    { page_path: '/third', focus_time_ms: 1000 },
  );
  const visit = { pageviews: 5, sessions: 1, unique_visitors: 1, bounce_rate: 0 };
  await stage.expectReport(site, 'overview', visit);
  await stage.expectReport(site, 'sources', [{ source: 'paper', medium: 'print' }]);
  const rows = await stage.rows(`/export/pageviews?site_id=${site.id}&format=jsonl`);
  const referrers = new Set(rows.map(({ referrer }) => `${referrer}`.replace(site.url, '')));
  expect(referrers).toEqual(new Set(['', '/first', '/second', '/third']));
});

test('a page that fits is seen whole; for one that grows while it loads, the share of the final height counts', async () => {
  const site = await stage.site();
  await stage.visitAndLeave(`${site.url}/short`);
  const growing = await stage.visitSettled(`${site.url}/growing?height=900`);
  await growing.evaluate(`document.body.style.height = '8000px'; scrollTo(0, 3000)`);
  const seen = 3000 + (await viewport(growing));
  await settle(growing);
  await act(growing, 'scrollTo(0, 0)');
  await growing.close();
  await expectPageviews(
    site,
    { page_path: '/short', scroll_depth: 100 },
    { page_path: '/growing', scroll_depth: within(2, seen / 80) },
  );
});

test.each([
  ['', 'An article of seven words, all told.', 7],
  ['', '日本語を読む and 中文', 9],
  ['data-words="nav"', 'Not this.', 10],
  ['data-words=".none"', 'Without it, the whole page.', 16],
  ['data-words="!"', 'A selector that is none.', null],
])('with the attributes [%s], "%s" among others makes %s words', async (attributes, text, expected) => {
  const head = `${trackerTag.replace('data-local', `data-local ${attributes}`)}<script>
    addEventListener('DOMContentLoaded', () => { document.querySelector('article').textContent = '${text}'; });
  </script>`;
  const site = await stage.site({ head });
  await stage.visit(site.url);
  await expectPageviews(site, { page_path: '/', word_count: expected });
});

/** In a page: begins a session, as another tab of the site would. */
const beginSession = (session: string) =>
  `localStorage.tallyhouse_session = '${session} ' + Date.now() + ' ' + Date.now()`;

test('of two tabs that begin a session at once, the second to write it is joined by the first', async () => {
  const session = uuid7(Date.now());
  const head = `<script>setTimeout(() => { ${beginSession(session)} }, 100)</script>${trackerTag}`;
  const site = await stage.site({ head });
  await stage.visit(site.url);
  await expectPageviews(site, { session_id: session });
});

test('a session that another tab writes too late does not split the view', async () => {
  const session = uuid7(Date.now());
  const site = await stage.site();
  const page = await stage.visitSettled(site.url);
  await page.evaluate(beginSession(session));
  await read(page, 3000);
  await expectPageviews(site, { session_id: expect.not.stringContaining(session), focus_time_ms: 3000 });
  await stage.expectReport(site, 'overview', { pageviews: 1, sessions: 1 });
});

test('a tab that opens behind the others is viewed in the same session when it is shown, and not at all when it never is', async () => {
  const site = await stage.site();
  const page = await stage.visit(`${site.url}/front`);
  const openBehind = async () => {
    const opened = stage.tabs.waitForEvent('page');
    await page.click('#tab', { modifiers: ['Control'] });
    const tab = await opened;
    await tab.waitForLoadState();
    await settle(tab);
    return tab;
  };
  const never = await openBehind();
  await never.close();
  const later = await openBehind();
  await expectPageviews(site, '/front');
  await later.bringToFront();
  await read(later, 800);
  await later.close();
  await expectPageviews(site, '/front', { page_path: '/second', focus_time_ms: 800 });
  await stage.expectReport(site, 'overview', { sessions: 1, unique_visitors: 1 });
});

/** Opened 31 minutes ago, by the page's clocks; `later` is now, before anything else hears of it. */
const opened31MinutesAgo = `<script>
  Date.now = ((now) => () => now() - (window.past ?? 31 * 60000))(Date.now);
  const later = () => { clock.now += 1_860_000; window.past = 0; };
  addEventListener('pageshow', ({ persisted }) => persisted && later());
</script>`;

/** The page is read on, which the tracker notices and does not report any more. */
const unreported = "pass(500, true).then(() => dispatchEvent(new Event('focus')))";

/** How a visitor comes back, to a page that was read for 1,000 ms, and the path that is read then. */
const returns: [how: string, back: (page: Page) => Promise<void>, path: string][] = [
  [
    'to a tab behind others',
    async (page) => {
      await stage.visit('about:blank');
      await neglect(page, 0);
      await page.evaluate('later()');
      await page.bringToFront();
    },
    '/app',
  ],
  ['to a machine that slept', (page) => page.evaluate(`${unreported}.then(later)`), '/app'],
  [
    'to a machine that slept, whose clock for intervals stood still',
    (page) => page.evaluate(`${unreported}.then(() => { window.past = 0; })`),
    '/app',
  ],
  [
    'by the cache of the browser',
    async (page) => {
      await page.goto((await stage.site({ head: '' })).url);
      await page.evaluate('history.back()');
      await eventually(async () => page.url(), expect.stringContaining('/app?'));
    },
    '/app',
  ],
  [
    'to the next page of an app, which keeps the query',
    (page) => page.evaluate("later(), go('/app/next' + location.search)"),
    '/app/next',
  ],
];

test.each(returns)(
  'who comes back %s after the end of the session begins another one, of no campaign, with what is done then',
  async (_, back, path) => {
    const site = await stage.site({ head: opened31MinutesAgo + trackerTag });
    const reader = await stage.visit(`${site.url}/app?utm_source=paper&utm_medium=print&gclid=1`);
    await reader.evaluate('scrollTo(0, 1e6)');
    await read(reader, 1000);
    // It is reported, as after a few seconds or when the page is hidden.
    await reader.evaluate("dispatchEvent(new Event('pagehide')); scrollTo(0, 0)");
    await back(reader);
    // A click in a window that gets the focus by it.
    await reader.evaluate(
      "pass(0, true).then(() => { dispatchEvent(new Event('focus')); tallyhouse.event('Back'); })",
    );
    await read(reader, 0);
    await reader.evaluate("dispatchEvent(new Event('focus'))");
    await read(reader, 700);
    await stage.visit('about:blank');
    await expectPageviews(
      site,
      { page_path: '/app', referrer: '', focus_time_ms: expect.any(Number), scroll_depth: 100 },
      {
        page_path: path,
        referrer: `${site.url}/app`,
        focus_time_ms: 700,
        scroll_depth: within(2, (await viewport(reader)) / 40),
      },
    );
    await stage.expectReport(site, 'overview', { pageviews: 2, sessions: 2, unique_visitors: 1 });
    const visits = ['Direct', 'paper'].map((source) => expect.objectContaining({ source, visits: 1 }));
    await eventually(() => stage.report(`/sources?site_id=${site.id}`), expect.arrayContaining(visits));
    await stage.expectReport(site, 'events', [{ event: 'Back', events: 1 }], '&filter=source:Direct');
    expect(await stage.report(`/events?site_id=${site.id}&filter=source:paper`)).toEqual([]);
  },
);

test('a page that lies open is another visit of no campaign each time that its machine wakes, however short the look', async () => {
  const site = await stage.site();
  const page = await stage.tabs.newPage();
  await page.clock.install({ time: Date.now() - 24 * 3_600_000 });
  await page.goto(`${site.url}/quiet?utm_source=letter&utm_medium=email`);
  for (const sleep of ['08:00:00', '00:31:00', '01:00']) {
    await page.clock.runFor(6000);
    await page.clock.fastForward(sleep);
  }
  await page.clock.runFor(6000);
  await page.close();
  await stage.expectReport(site, 'overview', { pageviews: 3, sessions: 3, unique_visitors: 1 });
  await stage.expectReport(site, 'sources', [
    { source: 'Direct', visits: 2 },
    { source: 'letter', visits: 1 },
  ]);
});

test('what a page does while nobody looks begins no visit, however long it lies open beside the window in use', async () => {
  const site = await stage.site();
  const page = await stage.tabs.newPage();
  await page.clock.install({ time: Date.now() - 3_600_000 });
  await page.goto(`${site.url}/quiet?utm_source=letter&utm_medium=email`);
  await page.clock.runFor(6000);
  await page.evaluate("Document.prototype.hasFocus = () => false; dispatchEvent(new Event('blur'))");
  for (const _ of Array(40)) await page.clock.runFor(60_000);
  await page.evaluate("tallyhouse.event('Polled')");
  await page.clock.runFor(60_000);
  await page.close();
  await stage.expectReport(site, 'events', [{ event: 'Polled', events: 1 }], '&filter=source:letter');
  await stage.expectReport(site, 'overview', { pageviews: 1, sessions: 1 });
});

test('a page that is prerendered is viewed when it is gone to, and not at all when it never is', async () => {
  // Out of the sight of Playwright, which would forbid it.
  const rules = (path: string) =>
    `<script type="speculationrules">{"prerender": [{"urls": ["${path}"], "eagerness": "immediate"}]}</script>`;
  const site = await stage.site({
    head: `${trackerTag}<script>
      if (location.pathname === '/start') {
        document.write(${JSON.stringify(rules('/next') + rules('/never')).replaceAll('</', '<\\/')});
        (async () => {
          // The tracker runs before it, however late its script comes.
          await new Promise((done) => addEventListener('load', done));
          while ((await (await fetch('/prerendered')).json()).length < 2) await new Promise((done) => setTimeout(done, 100));
          await pass(600, true);
          location = '/next';
        })();
      }
    </script>`,
  });
  const chromium = await startChromium(`${site.url}/start`);
  await expectPageviews(site, { page_path: '/start', focus_time_ms: 600 }, '/next');
  expect(site.prerendered).toEqual(['/next', '/never']);
  await chromium.end();
});
