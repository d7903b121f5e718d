import { readFileSync } from 'node:fs';
import { noSites } from '@tallyhouse/sites';
import { hoursAgo, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { barriers } from './barriers.ts';
import { type Reader, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';
import { traffic } from './traffic.ts';

/** 130 visits of one page each, 30 of them with the newer of two versions of a browser. */
const many = Array.from({ length: 130 }, (_, index) => ({
  site_id: 'many',
  ...visit(hoursAgo(20 + index / 100)),
  pinged_at: hoursAgo(20 + index / 100),
  page_path: `/p/${String(index).padStart(3, '0')}`,
  browser: 'Firefox',
  browser_version: index < 30 ? '145.0' : '144.0',
}));

/** What the sites file says about the blog. */
const blog = {
  goals: { Guided: 'page:/guide' },
  segments: { 'Dutch readers': ['country:NL'], 'One site': ['site:blog'] },
};

const dashboard = useDashboard([...traffic, ...many], {
  ...noSites,
  sites: new Map([['blog', blog]]),
});
const { withReader } = dashboard;

const chips = ({ page }: Reader) => page.locator('.top .chip .words').allInnerTexts();
const dialog = ({ page }: Reader) => page.getByRole('dialog');
const asked = ({ page }: Reader, name: string) => new URL(page.url()).searchParams.get(name);
/** The rows of the list in full, cell by cell. */
async function fullRows(reader: Reader): Promise<string[][]> {
  const rows = await dialog(reader).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('> *').allInnerTexts()));
}

describe('filters', () => {
  test('are built from a property, a condition and any of some values, which are suggested while one types', async () => {
    await withReader('/?site=blog', async (reader) => {
      const { page } = reader;
      await reader.button('Visitors').waitFor();
      await page.keyboard.press('/');
      await page.getByLabel('Value').fill('goo');
      const suggested = () =>
        page
          .locator('dialog datalist option')
          .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
      await eventually(suggested, ['Google']);
      await page.getByLabel('Property').selectOption('Country');
      await eventually(suggested, ['Netherlands', 'United States']);
      for (const name of ['Netherlands', 'United States']) {
        await page.getByLabel(/^(Value|or)$/).fill(name);
        await page.keyboard.press('Enter');
      }
      await reader.button('Add the filter').click();
      await eventually(() => chips(reader), ['Country is Netherlands or United States']);
      expect(asked(reader, 'filter')).toBe('country:NL|US');
      await eventually(() => reader.figure('Visits'), '3 from 0');

      await reader.button(/^Filter$/).click();
      await page.getByLabel('Property').selectOption('Page');
      await page.getByLabel('Condition').selectOption('does not contain');
      await page.getByLabel('Value').fill('GUIDE');
      await reader.button('Add the filter').click();
      await eventually(() => reader.rows('Pages'), [['/ Home', '2', '2', '8s', '100%']]);
    });
  });

  test('on a property of events take its name, and say what a name may be', async () => {
    await withReader('/?site=blog', async (reader) => {
      const { page } = reader;
      await reader.button(/^Filter$/).click();
      await page.getByLabel('Property').selectOption('Property of events …');
      await page.getByLabel('Its name').fill('a plan');
      await page.getByLabel('Value').fill('pro');
      await reader.button('Add the filter').click();
      await eventually(
        () => textOf(dialog(reader).getByRole('alert')),
        expect.stringContaining('or prop. and the name of a property'),
      );
      await page.getByLabel('Its name').fill('plan');
      await reader.button('Add the filter').click();
      await eventually(() => chips(reader), ['plan is pro']);
    });
  });

  test('are kept as a segment, in this browser', async () => {
    await withReader('/?site=blog&filter=country:NL&filter=source!:Google', async (reader) => {
      const { page } = reader;
      await reader.button(/^Filter$/).click();
      await page.getByLabel('Save the 2 filters of this view as').fill('Dutch, without Google');
      await page.keyboard.press('Enter');
      await dialog(reader).getByRole('button', { name: 'Close' }).click();
      await reader.button('Clear all').click();
      await eventually(() => chips(reader), []);
      await page.reload();
      await reader.button(/^Filter$/).click();
      await dialog(reader)
        .getByRole('button', { name: /^Dutch, without Google/ })
        .click();
      await eventually(() => chips(reader), ['Country is Netherlands', 'Source is not Google']);
      await eventually(() => reader.figure('Visits'), '1 from 0');
      await reader.button(/^Filter$/).click();
      await reader.button('Delete the segment Dutch, without Google').click();
      await page.reload();
      await reader.button(/^Filter$/).click();
      await dialog(reader).getByText('Filters that you save appear here').waitFor();
    });
  });

  test('a segment whose property no longer exists says so, and changes nothing', async () => {
    await withReader('/?site=blog&filter=country:NL', async (reader) => {
      const { page } = reader;
      await reader.button(/^Filter$/).waitFor();
      const stored = [{ name: 'Old', filters: ['source:Google', 'weather:sun'] }];
      await page.evaluate(
        `localStorage.setItem('tallyhouse_segments', ${JSON.stringify(JSON.stringify(stored))})`,
      );
      await reader.button(/^Filter$/).click();
      await dialog(reader).getByRole('button', { name: /^Old/ }).click();
      await eventually(
        () => textOf(dialog(reader).getByRole('alert')),
        '“Old” has a filter that the dashboard does not know: weather:sun. Nothing was changed.',
      );
      expect(await chips(reader)).toEqual(['Country is Netherlands']);
    });
  });
});

describe('the sites file', () => {
  test('has segments, which cannot be deleted here, beside those of the browser', async () => {
    await withReader('/?site=blog&filter=source!:Google', async (reader) => {
      const { page } = reader;
      await reader.button(/^Filter$/).click();
      const segments = dialog(reader).getByRole('region', { name: 'Segments' });
      await eventually(
        async () =>
          (await segments.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
        [
          'Dutch readers Country is Netherlands from the sites file',
          'One site site:blog from the sites file',
        ],
      );
      expect(await segments.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
      await page.getByLabel('Save the filter of this view as').fill('Dutch readers');
      await page.keyboard.press('Enter');
      await eventually(() => segments.getByRole('listitem').count(), 3);
      await segments.getByRole('button', { name: 'One site' }).click();
      await eventually(
        () => textOf(dialog(reader).getByRole('alert')),
        '“One site” has a filter that the dashboard does not know: site:blog. Nothing was changed.',
      );
      expect(await chips(reader)).toEqual(['Source is not Google']);
      expect(await barriers(page)).toEqual([]);
      await segments.getByRole('button', { name: 'Dutch readers' }).first().click();
      await eventually(() => chips(reader), ['Country is Netherlands']);
    });
  });

  test('has goals, which are chosen by their names', async () => {
    await withReader('/?site=blog', async (reader) => {
      const { page } = reader;
      await reader.button('Goal …').click();
      await page.getByLabel('Goal: what it is').selectOption('Goal of the site');
      const goal = page.getByRole('combobox', { name: 'Goal', exact: true });
      await goal.fill('Unknown');
      await goal.press('Enter');
      await eventually(() => textOf(page.locator('.choosing [role=alert]')), 'Accepted: Guided');
      await goal.fill('Guided');
      await goal.press('Enter');
      await eventually(async () => asked(reader, 'goal'), 'page:/guide');
      await reader.button('Remove the goal: Page is /guide').waitFor();
    });
  });

  test('of another site says nothing here', async () => {
    await withReader('/?site=many', async (reader) => {
      await reader.button(/^Filter$/).click();
      await dialog(reader).getByText('Filters that you save appear here').waitFor();
    });
  });
});

describe('a list in full', () => {
  test('has every row, page by page, can be searched, and stands in the address', async () => {
    await withReader('/?site=many', async (reader) => {
      const { page } = reader;
      await reader.button('Entry pages').click();
      await reader.button('All 130').click();
      expect(asked(reader, 'detail')).toBe('entry_page');
      await dialog(reader).getByText('1–100 of 130').waitFor();
      expect((await fullRows(reader)).at(99)).toEqual(['/p/099', '1', '1', '100%']);
      await reader.button('Next').click();
      await dialog(reader).getByText('101–130 of 130').waitFor();
      await eventually(async () => (await fullRows(reader)).map(([path]) => path).at(-1), '/p/129');
      await page.getByRole('searchbox', { name: 'Search Entry pages' }).fill('P/12');
      await dialog(reader).getByText('1–10 of 10').waitFor();
      await page.reload();
      await dialog(reader).getByText('1–100 of 130').waitFor();
      await page.keyboard.press('Escape');
      await eventually(async () => asked(reader, 'detail'), null);
      await page.goBack();
      await dialog(reader).getByText('1–100 of 130').waitFor();
      await dialog(reader).getByRole('button', { name: '/p/000' }).click();
      await eventually(() => chips(reader), ['Entry page is /p/000']);
      expect(await dialog(reader).count()).toBe(0);
    });
  });

  test('is put in order by any column when it fits on one page, and saved as it is shown', async () => {
    await withReader('/?site=blog&detail=page', async (reader) => {
      const views = async () =>
        (await fullRows(reader)).map(([path = '', count]) => [path.split(/\s/)[0], count]);
      await eventually(views, [
        ['/guide', '3'],
        ['/', '2'],
      ]);
      const scroll = dialog(reader).getByRole('columnheader', { name: 'Scroll depth' });
      await scroll.getByRole('button').click();
      expect(await scroll.getAttribute('aria-sort')).toBe('descending');
      expect(await views()).toEqual([
        ['/', '2'],
        ['/guide', '3'],
      ]);
      await scroll.getByRole('button').click();
      expect(await scroll.getAttribute('aria-sort')).toBe('ascending');
      await scroll.getByRole('button').click();
      const [download] = await Promise.all([
        reader.page.waitForEvent('download'),
        reader.button('Download Pages in full as CSV').click(),
      ]);
      expect(download.suggestedFilename()).toBe('blog-pages-in-full-2026-11-15-2026-11-21.csv');
      expect(readFileSync(await download.path(), 'utf8')).toBe(
        '"page","pageviews","visits","focus_time","scroll_depth"\r\n"/",2,2,7500,100\r\n"/guide",3,3,60000,63.33\r\n',
      );
    });
  });

  test('of a long list keeps the order of the service', async () => {
    await withReader('/?site=many&detail=entry_page', async (reader) => {
      await dialog(reader).getByText('1–100 of 130').waitFor();
      expect(await dialog(reader).locator('thead button').count()).toBe(0);
    });
  });
});

describe('keys', () => {
  test('choose periods, and go to the one before and after', async () => {
    await withReader('/?site=blog', async (reader) => {
      const { page } = reader;
      await eventually(() => reader.figure('Visits'), '3 ▲ +200%');
      await page.keyboard.press('d');
      await eventually(() => reader.figure('Visits'), '1 ▼ -50%');
      await page.keyboard.press('p');
      await eventually(() => reader.figure('Visits'), '2 from 0');
      expect(asked(reader, 'period')).toBe('yesterday');
      await reader.button('Later').click();
      await eventually(async () => asked(reader, 'period'), 'today');
      expect(await reader.button('Later').isDisabled()).toBe(true);
      await page.keyboard.press('a');
      await eventually(() => reader.figure('Visits'), '4');
      // All time is drawn from the first month with visits.
      await eventually(() => page.getByRole('slider').getAttribute('aria-valuemax'), '0');
      await page.keyboard.press('y');
      await eventually(async () => asked(reader, 'period'), 'year');
    });
  });

  test('are listed by ?, do nothing in fields, and can be turned off', async () => {
    await withReader('/?site=blog', async (reader) => {
      const { page } = reader;
      await page.getByRole('searchbox').fill('d');
      await page.getByRole('searchbox').press('d');
      expect(asked(reader, 'period')).toBeNull();
      await reader.button(/^Filter$/).focus();
      await page.keyboard.press('?');
      await dialog(reader).getByText('The period before').waitFor();
      await page.getByLabel('Single keys work').uncheck();
      await page.keyboard.press('Escape');
      await eventually(() => dialog(reader).count(), 0);
      await page.keyboard.press('d');
      await page.keyboard.press('?');
      expect([asked(reader, 'period'), await dialog(reader).count()]).toEqual([null, 0]);
    });
  });
});

test('every headline with a series can be charted', async () => {
  await withReader('/?site=blog&compare=no', async (reader) => {
    const { page } = reader;
    for (const [name, words] of [
      ['Views per visit', 'Fri 20 Nov: 1.5'],
      ['Bounce rate', 'Fri 20 Nov: 50%'],
      ['Visit duration', 'Fri 20 Nov: 3m 00s'],
    ] as const) {
      await reader.button(name).click();
      const line = page.getByRole('slider', { name: `${name} over time` });
      await line.focus();
      await line.press('End');
      await line.press('ArrowLeft');
      await eventually(async () => (await line.getAttribute('aria-valuetext'))?.replaceAll(',', ''), words);
    }
    await reader.button('Returning').click();
    await page.getByRole('slider', { name: 'Returning visitors over time' }).waitFor();
    await reader.button('Visit duration').click();
    await reader.button('Show as a table').click();
    const friday = async () => (await reader.rows('Summary')).at(-2)?.slice(1);
    await eventually(friday, ['2', '2', '3', '3m 00s']);
  });
});

test('visits are counted by the hour of the week of the view’s zone', async () => {
  await withReader('/?site=blog', async (reader) => {
    const hours = reader.page.getByRole('region', { name: 'Hours of the week', exact: true });
    const busy = () =>
      hours
        .locator('td[title]')
        .evaluateAll((cells) =>
          cells.map((cell) => cell.getAttribute('title')).filter((title) => !title?.endsWith(': 0')),
        );
    await eventually(busy, ['Fri, 05: 1', 'Fri, 09: 1', 'Sat, 08: 1']);
    await hours.getByRole('button', { name: 'Pageviews' }).click();
    await eventually(busy, ['Fri, 05: 2', 'Fri, 09: 1', 'Sat, 08: 2']);
    const shades = hours.getByRole('list', { name: 'Shades' });
    expect(await shades.getByRole('listitem').allInnerTexts()).toEqual(['None', 'Fewest: 1', 'Most: 2']);
    const colourOf = (title: string) =>
      reader.page.evaluate(
        `getComputedStyle(document.querySelector('td[title="${title}"]')).backgroundColor`,
      );
    const colours = await Promise.all(['Fri, 05: 2', 'Fri, 09: 1', 'Fri, 10: 0'].map(colourOf));
    expect(new Set(colours).size).toBe(3);
    expect(await colourOf('Sat, 08: 2')).toBe(colours[0]);
    await reader.page.getByLabel('Period').selectOption('Last 12 months');
    await hours.getByText('Choose a period of at most 200 days').waitFor();
  });
});

test('visits are listed by the page where they ended and by the address that led to them', async () => {
  const { site_id, ...rest } = { site_id: 'exits', ...visit(hoursAgo(20)) };
  const link = 'https://news.example/item?id=1';
  await dashboard.insert([
    { site_id, ...rest, pinged_at: hoursAgo(20), page_path: '/in', source: 'news.example', referrer: link },
    { site_id, ...rest, pinged_at: hoursAgo(19), page_path: '/out' },
    { site_id, ...visit(hoursAgo(18)), pinged_at: hoursAgo(18), page_path: '/in', source: 'Direct' },
  ]);
  await withReader('/?site=exits', async (reader) => {
    const { page } = reader;
    await reader.button('Exit pages').click();
    await eventually(
      () => reader.rows('Pages'),
      [
        ['/in', '1', '100%'],
        ['/out', '1', '0%'],
      ],
    );
    await reader.button('/out').click();
    await eventually(() => chips(reader), ['Exit page is /out']);
    await eventually(() => reader.figure('Pageviews'), '2 from 0');
    await reader.button('Remove the filter').click();
    await eventually(() => chips(reader), []);

    await reader.button('Referrers').click();
    await eventually(() => reader.rows('Sources'), [[link, '1', '1', '0%']]);
    await reader.button('Sources').click();
    await reader.button('Referrers of news.example').click();
    await eventually(() => reader.rows('Sources'), [[link, '1', '1', '0%']]);
    expect(await barriers(page)).toEqual([]);
    await reader.button(link).click();
    await eventually(() => chips(reader), [`Entry referrer is ${link}`]);
    await eventually(() => reader.figure('Visits'), '1 from 0');
    expect(asked(reader, 'filter')).toBe(`entry_referrer:${link}`);
  });
});

test('visitors are new or returning, and a browser leads to its versions', async () => {
  await withReader('/?site=many', async (reader) => {
    await eventually(() => reader.rows('Visitors'), [['New', '130', '130', '100%']]);
    await reader.button('Browsers').click();
    await reader.button('Versions of Firefox').click();
    await eventually(
      () => reader.rows('Devices'),
      [
        ['144.0', '100', '100', '100%'],
        ['145.0', '30', '30', '100%'],
      ],
    );
    await reader.button('145.0').click();
    await eventually(() => chips(reader), ['Browser version is 145.0']);
    await eventually(() => reader.figure('Visits'), '30 from 0');
  });
});
