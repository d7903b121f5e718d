import { readFileSync } from 'node:fs';
import { key, minutesAgo, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { type Reader, type ReaderOptions, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';

const dashboard = useDashboard();

/** Opens the dashboard for what `use` does; nothing may have been wrong at its end. */
async function withReader(
  address: string,
  options: ReaderOptions,
  use: (reader: Reader) => Promise<void>,
): Promise<void> {
  const reader = await dashboard.open(address, options);
  await use(reader);
  expect(reader.complaints).toEqual([]);
  await reader.context.close();
}

const signedIn = () => `${dashboard.url}/?site=blog#key=${key}`;
const chips = ({ page }: Reader) => page.locator('.chip .words').allInnerTexts();
const summary = async (reader: Reader) =>
  Promise.all(['Visitors', 'Visits', 'Pageviews'].map((name) => reader.figure(name)));

test('a wrong key shows an error, the right one opens the dashboard and is kept for the tab', async () => {
  await withReader(`${dashboard.url}/?site=blog`, {}, async (reader) => {
    const { page } = reader;
    await page.getByLabel('Key').fill('not the key');
    await reader.button('Sign in').click();
    await eventually(() => textOf(page.getByRole('alert')), 'Wrong key.');
    await page.getByLabel('Key').fill(key);
    await page.getByLabel('Key').press('Enter');
    await eventually(() => reader.figure('Pageviews'), '5 ▲ +400%');
    await page.reload();
    await eventually(() => reader.figure('Pageviews'), '5 ▲ +400%');

    // Another tab of the same browser has not signed in.
    const tab = await reader.context.newPage();
    await tab.goto(dashboard.url);
    await tab.getByLabel('Key').waitFor();
    await tab.getByLabel('Key').fill(key);
    await tab.getByLabel('Stay signed in on this device').check();
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByRole('button', { name: 'Sign out' }).waitFor();
    // From now on every tab has.
    const third = await reader.context.newPage();
    await third.goto(dashboard.url);
    await third.getByRole('button', { name: 'Sign out' }).click();
    await third.getByLabel('Key').waitFor();
    await third.reload();
    await third.getByLabel('Key').waitFor();
  });
});

test('a key in the address signs in and leaves the address; a wrong one ends no session', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    await eventually(() => reader.figure('Visitors'), '3 ▲ +200%');
    expect(reader.page.url()).not.toContain(key);
    await reader.page.goto('about:blank');
    await reader.page.goto(`${dashboard.url}/?site=blog#key=wrong`);
    await eventually(() => reader.figure('Visitors'), '3 ▲ +200%');
    expect(reader.page.url()).not.toContain('wrong');
  });
});

test('every panel shows its report', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    await eventually(() => summary(reader), ['3 ▲ +200%', '3 ▲ +200%', '5 ▲ +400%']);
    await eventually(() => reader.figure('Bounce rate'), '33.3% ▼ -66.7 pp');
    await eventually(
      () => reader.rows('Pages'),
      [
        ['/guide The guide', '3', '3', '1m 00s', '63%'],
        ['/ Home', '2', '2', '8s', '100%'],
      ],
    );
    await eventually(
      () => reader.rows('Sources'),
      [
        ['Direct none', '1', '1', '100%'],
        ['Google organic', '1', '1', '0%'],
        ['newsletter email', '1', '1', '0%'],
      ],
    );
    await eventually(
      () => textOf(reader.page.getByRole('region', { name: 'Pages where they began' })),
      'Pages where they began /guide 2 / 1',
    );
    await eventually(
      () => textOf(reader.page.getByRole('region', { name: 'Pages where visits ended' })),
      'Pages where visits ended /guide 2 / 1',
    );
    await eventually(
      () => reader.rows('Places'),
      [
        ['Netherlands', '2'],
        ['United States', '1'],
      ],
    );
    await eventually(
      () => reader.rows('Devices'),
      [
        ['Desktop', '2', '66.7%'],
        ['Phone', '1', '33.3%'],
      ],
    );
    await reader.button('Mediums').click();
    await eventually(
      () => reader.rows('Sources'),
      [
        ['email', '1', '1', '0%'],
        ['none', '1', '1', '100%'],
        ['organic', '1', '1', '0%'],
      ],
    );
    await reader.button('Campaigns').click();
    await eventually(() => reader.rows('Sources'), [['spring', '1', '1', '0%']]);
    await reader.button('Entry pages').click();
    await eventually(
      () => reader.rows('Pages'),
      [
        ['/guide', '2', '50%'],
        ['/', '1', '0%'],
      ],
    );
    await reader.button('Hosts').click();
    await eventually(() => reader.rows('Pages'), [['example.org', '3', '33%']]);
    await reader.button('Cities').click();
    await eventually(
      () => reader.rows('Places'),
      [
        ['Unknown Netherlands', '1'],
        ['Amsterdam Netherlands', '1'],
        ['Unknown United States', '1'],
      ],
    );
    await reader.page.getByRole('searchbox').fill('GUIDE');
    await eventually(() => reader.rows('Pages'), [['/guide The guide', '3']]);
    await reader.page.getByRole('searchbox').fill('nowhere');
    const pages = reader.page.getByRole('region', { name: 'Pages', exact: true });
    await pages.getByText('No page of this period has that').waitFor();
  });
});

test('names and numbers are in the language of the reader', async () => {
  await withReader(signedIn(), { locale: 'de-DE' }, async (reader) => {
    await eventually(
      () => reader.rows('Places'),
      [
        ['Niederlande', '2'],
        ['Vereinigte Staaten', '1'],
      ],
    );
    await eventually(() => reader.figure('Bounce rate'), '33,3 % ▼ -66,7 pp');
  });
});

test('the period, the zone and the comparison change what is shown, and the back button undoes it', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    const { page } = reader;
    await eventually(() => summary(reader), ['3 ▲ +200%', '3 ▲ +200%', '5 ▲ +400%']);
    await page.getByLabel('Period').selectOption('Today');
    await eventually(() => summary(reader), ['1 ▼ -50%', '1 ▼ -50%', '2 ▼ -33%']);
    await page.getByLabel('Compare with').selectOption('No comparison');
    await eventually(() => summary(reader), ['1', '1', '2']);
    await page.getByLabel('Period').selectOption('custom');
    await page.getByLabel('First day').fill('2026-11-13');
    await page.getByLabel('Last day').fill('2026-11-13');
    await eventually(() => summary(reader), ['1', '1', '1']);
    // 10:15 in Amsterdam is another day on the other side of the Pacific: 04:15 UTC is before midnight there.
    await page.getByLabel('First day').fill('2026-11-12');
    await page.getByLabel('Last day').fill('2026-11-12');
    await eventually(() => summary(reader), ['0', '0', '0']);
    await page.getByLabel('Time zone').selectOption('Pacific/Pago_Pago');
    await eventually(() => summary(reader), ['1', '1', '1']);
    await page.goBack();
    await eventually(() => summary(reader), ['0', '0', '0']);
  });
});

test('the line is a slider by keyboard, and a table for who wants one', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    const { page } = reader;
    const line = page.getByRole('slider', { name: 'Visitors over time' });
    // Some versions of a browser write a comma behind the weekday.
    const words = async () => (await line.getAttribute('aria-valuetext'))?.replaceAll(',', '');
    await eventually(words, 'Sat 21 Nov: 1 Sat 14 Nov: 0');
    await line.focus();
    await line.press('ArrowLeft');
    await eventually(words, 'Fri 20 Nov: 2 Fri 13 Nov: 1');
    await line.press('Home');
    await eventually(words, 'Sun 15 Nov: 0 Sun 8 Nov: 0');
    await reader.button('Hours').click();
    await eventually(() => line.getAttribute('aria-valuemax'), '155');
    await reader.button('Days').click();
    await reader.button('Pageviews').click();
    await reader.button('Show as a table').click();
    const numbers = async () => (await reader.rows('Summary')).slice(-2).map(([, ...cells]) => cells);
    await eventually(numbers, [
      ['2', '2', '3', '1'],
      ['1', '1', '2', '0'],
    ]);
  });
});

test('the site switcher goes to another site, without the filters of the first', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    await eventually(() => summary(reader), ['3 ▲ +200%', '3 ▲ +200%', '5 ▲ +400%']);
    await reader.button('United States').click();
    await eventually(() => chips(reader), ['Country is United States']);
    await reader.chooseSite('shop');
    await eventually(() => reader.rows('Pages'), [['/till', '1', '1', '0s', '0%']]);
    expect(await chips(reader)).toEqual([]);
    expect(new URL(reader.page.url()).searchParams.get('site')).toBe('shop');
  });
});

test('a click on a row filters everything, and a shared address shows the same', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    const { page } = reader;
    await reader.button('Netherlands').click();
    await eventually(() => summary(reader), ['2 from 0', '2 from 0', '4 from 0']);
    await reader.button('Google').click();
    await eventually(
      () => chips(reader),
      ['Country is Netherlands', 'Source is Google', 'Medium is organic'],
    );
    await eventually(() => summary(reader), ['1 from 0', '1 from 0', '2 from 0']);

    const other = await dashboard.open(page.url());
    await other.page.getByLabel('Key').fill(key);
    await other.page.getByLabel('Key').press('Enter');
    await eventually(() => chips(other), ['Country is Netherlands', 'Source is Google', 'Medium is organic']);
    await eventually(() => summary(other), ['1 from 0', '1 from 0', '2 from 0']);
    expect(other.complaints).toEqual([]);
    await other.context.close();
  });
});

test('a chip can be removed or negated; a click on a chosen value removes it', async () => {
  const filters = 'filter=country:NL&filter=source:Google&filter=medium:organic';
  await withReader(`${dashboard.url}/?${filters}#key=${key}`, {}, async (reader) => {
    const { page } = reader;
    await reader.button('Remove the filter: Source is Google').click();
    await reader.button('Remove the filter: Medium is organic').click();
    await reader.button(/^Country is Netherlands/).click();
    await eventually(() => chips(reader), ['Country is not Netherlands']);
    await eventually(() => reader.rows('Places'), [['United States', '1']]);
    await reader.button('Remove the filter').click();
    const places = page.getByRole('region', { name: 'Places', exact: true });
    await places.getByRole('button', { name: 'United States' }).click();
    await eventually(() => chips(reader), ['Country is United States']);
    await places.getByRole('button', { name: 'United States' }).click();
    await eventually(() => chips(reader), []);
  });
});

test('the map filters by a country', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    const map = reader.page.getByRole('img', { name: /^Map of visits: Netherlands 2, United States 1$/ });
    await map.waitFor();
    await map.locator('path.visited').last().click();
    await eventually(() => chips(reader), ['Country is United States']);
  });
});

test('the panel of pings states that filters do not apply to it', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    const { page } = reader;
    const account = page.getByRole('region', { name: 'Pings received', exact: true });
    const received = async () => (await account.locator('dd').first().allInnerTexts()).join();
    await eventually(received, '5');
    expect(await account.getByText('Filters do not apply here.').count()).toBe(0);
    await reader.button('United States').click();
    await eventually(() => reader.figure('Pageviews'), '1 from 0');
    expect(
      await account.getByText('All pings of the site and period. Filters do not apply here.').count(),
    ).toBe(1);
    await eventually(received, '5');
  });
});

test('the view of a page shows how it is read and the next pages', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    const { page } = reader;
    await reader.button('Open /guide').click();
    await eventually(() => textOf(page.getByRole('heading', { level: 1 })), 'The guide');
    await eventually(() => reader.figure('Pageviews'), '3 from 0');
    await eventually(
      () => reader.rows('Reading time'),
      [
        ['Median', '40s'],
        ['Mean', '1m 00s'],
        ['Longest 10%, from', '1m 44s'],
        ['All 460 words', '2m 00s'],
      ],
    );
    const depths = await reader.rows('Scroll depth');
    expect(depths.at(3)).toEqual(['30–39%', '1', '33.3%', '100%']);
    expect(depths.at(9)).toEqual(['90–100%', '1', '33.3%', '33.3%']);
    const flow = page.getByRole('region', { name: 'Previous and next pages' });
    const ends = async (name: string) =>
      (await flow.getByRole('list', { name }).getByRole('listitem').allInnerTexts()).map((text) =>
        text.replace(/\s+/g, ' '),
      );
    await eventually(() => ends('Before this page'), ['Started here 2 66.7%', 'From another page 1 33.3%']);
    await eventually(() => ends('After this page'), ['Home 1 33.3%', 'Left the site 2 66.7%']);
    await flow.getByRole('button', { name: 'Home' }).click();
    await eventually(() => textOf(page.getByRole('heading', { level: 1 })), 'Home');
    await page.reload();
    await eventually(() => textOf(page.getByRole('heading', { level: 1 })), 'Home');
    await reader.button('All pages').click();
    await eventually(() => reader.figure('Pageviews'), '5 ▲ +400%');
  });
});

test('each panel can be downloaded: an export of the service, or the rows of the panel', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    await eventually(async () => (await reader.rows('Sources')).length, 3);
    await reader.button('Netherlands').click();
    await eventually(async () => (await reader.rows('Sources')).length, 2);
    expect(await saved(reader, 'Download all pages as CSV')).toEqual([
      'blog-pages-2026-11-15-2026-11-21.csv',
      '"page_path","page_title","views","unique_views","avg_focus_time_ms","avg_scroll_depth"\n' +
        '"/","Home",2,2,7500,100\n"/guide","The guide",2,2,80000,77.5\n',
    ]);
    expect(await saved(reader, 'Download sources as CSV')).toEqual([
      'blog-sources-2026-11-15-2026-11-21.csv',
      '"source","medium","visits","unique_visitors","bounce_rate"\r\n' +
        '"Google","organic",1,1,0\r\n"newsletter","email",1,1,0\r\n',
    ]);
    const [name, text] = await saved(reader, 'Visits (CSV)');
    expect(name).toBe('blog-visits-2026-11-15-2026-11-21.csv');
    expect(text.trim().split('\n')).toHaveLength(3);
    const week = '2026-11-15-2026-11-21';
    for (const [panel, file] of [
      ['Countries', `blog-countries-${week}.csv`],
      ['Devices', `blog-devices-${week}.csv`],
      ['over time', `blog-over-time-${week}.csv`],
      ['realtime', 'blog-realtime-2026-11-21-2026-11-21.csv'],
      ['pings received', `blog-pings-received-${week}.csv`],
    ] as const) {
      const [name, rows] = await saved(reader, `Download ${panel} as CSV`);
      expect(name).toBe(file);
      expect(rows).toMatch(/^"/);
      expect(rows.split('\r\n').length).toBeGreaterThan(1);
    }
  });
});

// A test of its own: Chromium refuses a page more than ten downloads within a second.
test('how a page is read can be downloaded', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    await reader.button('Netherlands').click();
    await reader.button('Open /guide').click();
    const [file, figures] = await saved(reader, 'Download reading as CSV');
    expect(file).toBe('blog-reading-2026-11-15-2026-11-21.csv');
    expect(figures).toMatch(/^"figure","value"\r\n/);
    expect(figures).toContain('"page_path","/guide"\r\n"page_title","The guide"\r\n"views",2\r\n');
    for (const [panel, what] of [
      ['scroll depth', 'scroll-depth'],
      ['next pages', 'next-pages'],
    ]) {
      const [name, rows] = await saved(reader, `Download ${panel} as CSV`);
      expect(name).toBe(`blog-${what}-2026-11-15-2026-11-21.csv`);
      expect(rows.split('\r\n').length).toBeGreaterThan(2);
    }
  });
});

async function saved(reader: Reader, name: string | RegExp): Promise<[name: string, text: string]> {
  const [download] = await Promise.all([reader.page.waitForEvent('download'), reader.button(name).click()]);
  return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
}

test('realtime is requested again every few seconds', async () => {
  await withReader(`${dashboard.url}/?site=shop#key=${key}`, {}, async (reader) => {
    const { page } = reader;
    await page.getByText('No visitors right now.').waitFor();
    const at = minutesAgo(0.5);
    await dashboard.insert([
      { site_id: 'shop', ...visit(at), pinged_at: at, page_path: '/live', page_title: 'Live' },
    ]);
    await page.clock.runFor(6000);
    await eventually(() => reader.rows('Right now'), [['Live', '1']]);
    await eventually(() => textOf(page.locator('.online')), '1 online now');
    const minutes = page.getByRole('list', { name: 'Visitors by minute' }).locator('.count');
    await eventually(() => minutes.allInnerTexts(), ['0', '0', '0', '0', '1']);
  });
});

test('a failed report shows the reason, and loads after a retry', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    const { page } = reader;
    const sources = page.getByRole('region', { name: 'Sources', exact: true });
    await eventually(async () => (await reader.rows('Sources')).length, 3);
    const busy = { error: { code: 'unavailable', message: 'Too many requests are under way.' } };
    await page.route('**/api/v1/sources*', (route) => route.fulfill({ status: 503, json: busy }));
    await page.getByLabel('Period').selectOption('Last 30 days');
    await eventually(() => textOf(sources.getByRole('alert').locator('span')), busy.error.message);
    await page.unroute('**/api/v1/sources*');
    await sources.getByRole('button', { name: 'Try again' }).click();
    await eventually(async () => (await reader.rows('Sources')).length, 3);
  });
});

test('an answer to an older question is not shown, however late it comes', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    const { page } = reader;
    await eventually(async () => (await reader.rows('Devices')).length, 2);
    // The answer for today stays away until the one for the last 7 days has come.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/v1/devices*start=2026-11-21*', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await page.getByLabel('Period').selectOption('Today');
    await page.getByLabel('Period').selectOption('Last 7 days');
    await eventually(async () => (await reader.rows('Devices')).length, 2);
    letGo();
    await page.waitForTimeout(300);
    expect((await reader.rows('Devices')).length).toBe(2);
  });
});

test('a key that is not valid any more leads back to the sign-in', async () => {
  await withReader(signedIn(), {}, async (reader) => {
    const { page } = reader;
    await eventually(() => reader.figure('Visitors'), '3 ▲ +200%');
    await page.evaluate("sessionStorage.setItem('tallyhouse_key', 'of yesterday')");
    await page.reload();
    await eventually(() => textOf(page.getByRole('alert')), 'The key is no longer valid.');
  });
});
