import { emptyRow } from '@tallyhouse/ping';
import { hoursAgo, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { useDashboard } from './stage.ts';

/** Short lists leave no card half empty, and columns say what they count. */

const browsers = [
  'Chrome',
  'Firefox',
  'Safari',
  'Edge',
  'Opera',
  'Brave',
  'Vivaldi',
  'Samsung Internet',
  'DuckDuckGo',
];
const languages = ['en-US', 'en-GB', 'de-DE', 'nl-NL', 'fr-FR', 'pt-BR', 'sv-SE', 'pl-PL', 'ja-JP'];
const dashboard = useDashboard(
  browsers.flatMap((browser, index) => {
    const at = hoursAgo(5 + index);
    const ids = visit(at);
    const viewed = {
      ...ids,
      pinged_at: at,
      browser,
      language: languages[index] ?? '',
      device_type: 'desktop',
    };
    return [
      { ...viewed, page_path: '/', source: `site${index}.example` },
      { ...viewed, pageview_id: emptyRow.pageview_id, pinged_at: at + 1000, event: `Event ${index}` },
    ];
  }),
);

/** In the page: of a card, how far the last text is from its lower edge. */
const roomBelow = (name: string) => `(() => {
  const card = document.querySelector('section[aria-label="${name}"]');
  const ends = [...card.querySelectorAll('.row, .rest button')].map((one) => one.getBoundingClientRect().bottom);
  return card.getBoundingClientRect().bottom - Math.max(...ends);
})()`;

test.each([
  [1920, '/?site=blog'],
  [1280, '/?site=blog'],
  [1920, '/?site=blog&page=%2F'],
])('%i wide, at %s the cards of devices and visitors are full to the last row', async (width, address) => {
  await dashboard.withReader(
    address,
    async ({ page }) => {
      await page.getByRole('region', { name: 'Browsers' }).getByRole('button').first().waitFor();
      await page.getByRole('region', { name: 'Languages' }).getByRole('button').first().waitFor();
      await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
      for (const card of ['Devices', 'Visitors'])
        await eventually(async () => {
          const room = Number(await page.evaluate(roomBelow(card)));
          return room > 0 && room < 60 ? 'full' : `${card}: ${room}`;
        }, 'full');
    },
    { viewport: { width, height: 1080 } },
  );
});

test('browsers and languages below a short list filter, and languages have names', async () => {
  await dashboard.withReader(
    '/?site=blog',
    async (reader) => {
      const { page } = reader;
      const browserList = page.getByRole('region', { name: 'Browsers' });
      await browserList.getByRole('button').first().click();
      await eventually(() => reader.figure('Visitors'), '1 from 0');
      await reader.button('Remove the filter').click();
      await page
        .getByRole('region', { name: 'Languages' })
        .getByRole('button', { name: 'Dutch (Netherlands)' })
        .click();
      await eventually(
        () => page.locator('.chip .words').allInnerTexts(),
        ['Language is Dutch (Netherlands)'],
      );
      await eventually(() => reader.figure('Visitors'), '1 from 0');
    },
    { viewport: { width: 1920, height: 1080 } },
  );
});

test('a column of rates says so', async () => {
  await dashboard.withReader('/?site=blog', async ({ page, button }) => {
    const columns = (panel: string) =>
      page.getByRole('region', { name: panel, exact: true }).locator('thead th').allInnerTexts();
    await eventually(() => columns('Sources'), ['Source', 'Visits', 'Visitors', 'Bounce rate', 'Details']);
    await eventually(() => columns('Events'), ['Event', 'Events', 'Visitors', 'Conversion rate', 'Details']);
    await eventually(
      () => columns('Pages'),
      ['Page', 'Pageviews', 'Visits', 'Focus time', 'Scroll depth', 'Details'],
    );
    await button('Entry pages').click();
    await eventually(() => columns('Pages'), ['Entry page', 'Visits', 'Bounce rate']);
  });
});

/** In the page: where the texts of the second column end, from its head down. */
const ends = `[...document.querySelectorAll('dialog tr > :nth-child(2)')].map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return Math.round([...range.getClientRects()].at(-1).right);
})`;

test('in a list in full the head of a column ends where its numbers end', async () => {
  await dashboard.withReader('/?site=blog&detail=browser', async ({ page }) => {
    await page.getByRole('dialog').getByText('1–9 of 9').waitFor();
    const columns = await page.evaluate<number[]>(ends);
    expect(columns.length).toBe(10);
    expect(new Set(columns).size).toBe(1);
  });
});
