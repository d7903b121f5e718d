import { hoursAgo, minutesAgo, seen } from '../api/present.ts';
import { eventually } from '../harness/eventually.ts';
import type { Reader } from './reader.ts';
import { useDashboard } from './stage.ts';
import { event } from './traffic.ts';
import {
  expectBegun,
  expectEvenRows,
  expectTouchable,
  expectUncut,
  expectWhole,
  seenTexts,
} from './whole.ts';
import { wordy } from './wordy.ts';

/** What fits where: pages at the width of a phone, and cards of short lists. Every view: views.long.test.ts. */

const browsers = 'Chrome Firefox Safari Edge Opera Brave Vivaldi Silk Lynx'.split(' ');
const languages = ['en-US', 'en-GB', 'de-DE', 'nl-NL', 'fr-FR', 'pt-BR', 'sv-SE', 'pl-PL', 'ja-JP'];
const short = browsers.flatMap((browser, index) => {
  const at = hoursAgo(5 + index);
  const by = seen(at, { site_id: 'short', browser, language: languages[index] ?? '' });
  const page = { page_title: 'A page that nine browsers open', source: `site${index}.example` };
  return [
    { ...by, ...page, device_type: 'desktop' },
    { ...by, ...event(at + 1000, `Event ${index}`) },
  ];
});

/** Sites on whose pages so many visitors are now, and others who left. */
const crowds = [5, 6, 7].map((here) => ({
  site: `crowd-${here}`,
  pings: Array.from({ length: 30 }, (_, index) => ({
    ...seen(minutesAgo(index < here ? 2 : index), { browser: browsers[index % 9] ?? '' }),
    site_id: `crowd-${here}`,
    page_path: `/${index}`,
    source: `site${index % 11}.example`,
  })),
}));

/** Names in Hebrew, which run from right to left, longer than a row. */
const hebrew = 'מתכון ללחם מחמצת '.repeat(9);
const backwards = {
  ...seen(minutesAgo(3), { site_id: 'backwards', page_path: `/${hebrew}`, page_title: hebrew }),
  source: hebrew,
  country: 'IL',
  city: hebrew,
  utm_campaign: hebrew,
};

/** Orders in two currencies, whose amounts take the room of names. */
const orders = [
  ['US', 'Hacker News'],
  ['GB', 'DuckDuckGo'],
  ['DE', 'newsletter'],
].flatMap(([country = '', source = ''], index) => {
  const first = seen(hoursAgo(4 + index), { site_id: 'orders', country, source });
  const paid = (after: number, currency: string) => ({
    ...first,
    ...event(first.pinged_at + after, 'Purchase', { amount: '1155.5', currency }),
  });
  return [first, paid(1000, 'EUR'), paid(2000, 'USD')];
});

const { look, open } = useDashboard([
  ...wordy,
  ...orders,
  backwards,
  ...short,
  ...crowds.flatMap(({ pings }) => pings),
]);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('on a phone a finger hits everything, nothing is wider than the window or cut off, header and tabs have few rows', async () => {
  const { reader, page } = await open('/?site=wordy&goal=page:/read', phone);
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectUncut(reader, '.chip.goal bdi');
  }
  // There is room for what is reached only.
  await reader.expectText('.chip.goal bdi', '/read');
  await reader.button('Goal Page is /read').waitFor();
  await reader.click('Remove the goal');
  await page.getByText('Data received').first().waitFor();
  await reader.settled();
  expect(await page.evaluate('document.scrollingElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await page.evaluate('innerWidth')).toBe(390);
  await expectTouchable(reader);
  await expectLowHeader(reader);
  await reader.button('More').click();
  for (const name of ['Compare with', 'Time zone']) await page.getByLabel(name).waitFor();
  await expectTouchable(reader);
  await reader.press('Escape');

  // The names of a list in full are seen to their ends.
  for (const panel of ['Pages', 'Sources']) {
    const more = { name: /^(All \d+|Details)$/ };
    await reader.panel(panel).getByRole('button', more).click();
    const list = reader.dialog().locator('.scrolled');
    await list.locator('tbody tr').first().waitFor();
    await expectUncut(reader, 'dialog .row');
    expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    await reader.press('Escape');
    await eventually(() => reader.dialog().count(), 0);
  }

  const tabs = page.getByRole('group', { name: 'Sources by' }).getByRole('button');
  const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
  expect(boxes.length).toBe(6);
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  // Its end fades while there is more.
  const fade = () => page.evaluate(`getComputedStyle(document.querySelector('.sources .tabs')).maskImage`);
  await eventually(fade, expect.stringMatching(/^linear-gradient/));
  await tabs.last().tap();
  await eventually(() => tabs.last().getAttribute('aria-pressed'), 'true');
  await eventually(fade, 'none');
  const { x = -1, width = 0 } = (await tabs.last().boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
});

/** In how many rows the buttons, links and choices of an element are. */
const rowsOf = ({ page }: Reader, within: string) =>
  page.locator(`${within} :is(a, button, select):visible:not(.skip)`).evaluateAll((elements) => {
    const middles = elements
      .map((element) => element.getBoundingClientRect())
      .map(({ top, bottom }) => (top + bottom) / 2)
      .sort((a, b) => a - b);
    return middles.filter((middle, index) => middle - (middles[index - 1] ?? -100) > 12).length;
  });

/** Expects that the header has two rows, and the period is wide enough for words. */
async function expectLowHeader(reader: Reader): Promise<void> {
  expect(await rowsOf(reader, '.top')).toBe(2);
  expect(await rowsOf(reader, '.controls')).toBe(1);
  expect((await reader.page.getByLabel('Period').boundingBox())?.width).toBeGreaterThan(75);
}

/** In the page: of a card, how far the last text is from its lower edge. */
const roomBelow = (name: string) => `(() => {
  const card = document.querySelector('section[aria-label="${name}"]');
  const ends = [...card.querySelectorAll('.row, .rest button')].map((one) => one.getBoundingClientRect().bottom);
  return card.getBoundingClientRect().bottom - Math.max(...ends);
})()`;

test('at any width no row is cut in two, nothing covers a text, headers have few rows, and cards are full', async () => {
  const { reader, page } = await look('/?site=crowd-5');
  for (const { site } of crowds) {
    await reader.go(`/?site=${site}`);
    await page.locator('.realtime .now').waitFor();
    for (const width of [360, 768, 1000, 1280, 1600, 1920]) {
      await page.setViewportSize({ width, height: 1080 });
      await reader.settled();
      await expectWhole(reader);
      if (width >= 768) expect(await rowsOf(reader, '.series-tools')).toBe(1);
    }
  }

  // Every text of the flow is inside its card, and none overlaps another.
  await reader.go('/?site=wordy&page=%2Fread');
  const shown = ['Started here', 'From another page', '1,200', '99.9%', 'Other pages', 'Left the site'];
  for (const width of [1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('list', { name: 'Before this page' }).waitFor();
    await reader.settled();
    await expectEvenRows(reader, '.figures .figure');
    const texts = await seenTexts(reader, '.panel.flow .streams-around');
    const card = await page.locator('.panel.flow').evaluate((one) => one.getBoundingClientRect().toJSON());
    expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(shown));
    const across = texts.filter(({ left, right }) => left < card.left || right > card.right);
    const down = texts.filter(({ top, bottom }) => top < card.top || bottom > card.bottom);
    expect([...across, ...down]).toEqual([]);
    for (const name of ['Before this page', 'After this page']) {
      const ends = page.getByRole('list', { name }).locator('.end');
      const boxes = await ends.evaluateAll((all) => all.map((end) => end.getBoundingClientRect().toJSON()));
      const overlaps = boxes.slice(1).map((box, index) => boxes[index].bottom - box.top);
      expect(Math.max(...overlaps)).toBeLessThanOrEqual(1);
    }
  }

  // A name has the lines that its stop is high enough for.
  await reader.go('/?site=short&report=journeys&single=1');
  await page.setViewportSize({ width: 768, height: 900 });
  await expectUncut(reader, '.journey-flow .name');
  await reader.go('/?site=wordy&report=journeys&single=1');
  const stops = page.locator('.journey-flow li');
  const lowest = () =>
    stops.evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().height)));
  // Two lines.
  await eventually(async () => (await lowest()) >= 32, true);

  for (const view of ['', '&page=%2F']) {
    await reader.go(`/?site=short${view}`);
    await reader.panel('Browsers').getByRole('button').first().waitFor();
    const language = reader.panel('Languages').getByRole('button').first();
    await language.waitFor();
    await page.setViewportSize({ width: 768, height: 1080 });
    const legend = await page.locator('.legend', { hasText: 'vs.' }).boundingBox();
    expect(legend?.height).toBeLessThan(40);
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 1080 });
      await reader.settled();
      await expectLowHeader(reader);
      for (const card of ['Devices', 'Visitors'])
        await eventually(async () => {
          const room = Number(await page.evaluate(roomBelow(card)));
          return room > 0 && room < 60 ? 'full' : `${card}: ${room}`;
        }, 'full');
    }
    const [name = ''] = await reader.texts(language);
    // Such as Dutch (Netherlands).
    expect(name).toMatch(/^[A-Z][a-z]+ \S/);
    await language.click();
    await reader.expectChips([`Language is ${name}`]);
  }

  // A column of rates says so, and in a list in full the head of a column ends where its numbers end.
  await reader.go('/?site=short');
  for (const [panel, ...columns] of [
    ['Sources', 'Source', 'Visits', 'Change', 'Visitors', 'Bounce rate', 'Details'],
    ['Events', 'Event', 'Events', 'Change', 'Visitors', 'Conversion rate', 'Details'],
    ['Pages', 'Page', 'Pageviews', 'Change', 'Visits', 'Focus time', 'Scroll depth', 'Details'],
  ] as const)
    await reader.expectTexts(reader.panel(panel).locator('thead th'), columns);
  await reader.button('Entry pages').click();
  const entries = ['Entry page', 'Visits', 'Change', 'Bounce rate'];
  await reader.expectTexts(reader.panel('Pages').locator('thead th'), entries);

  await reader.button('Browsers').click();
  await reader.panel('Devices').getByRole('button', { name: 'Details' }).click();
  await reader.dialog().getByText('1–9 of 9').waitFor();
  const ends = await reader.page.evaluate<number[]>(
    `[...document.querySelectorAll('dialog tr > :nth-child(2)')].map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return Math.round([...range.getClientRects()].at(-1).right);
    })`,
  );
  expect(ends.length).toBe(10);
  expect(new Set(ends).size).toBe(1);
});

test('names and the labels at the axis are whole, however long a language writes them, on a dense screen too', async () => {
  const { reader, page } = await open('/?site=wordy', { locale: 'de-DE', deviceScaleFactor: 2 });
  await expectUncut(reader, '.audience .list .row');
  await reader.button(/^Umsatz/).click();
  await reader.settled();
  // A label that is cut has ink at the edge of the canvas.
  const inkAtEdge = `(() => {
    const canvas = document.querySelector('.uplot canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, 2, canvas.height);
    return [document.querySelector('.line-chart').ariaLabel, data.some(Boolean)];
  })()`;
  await eventually(() => page.evaluate(inkAtEdge), ['Umsatz im Verlauf', false]);
  const [axis, plot] = await Promise.all(
    ['.uplot', '.u-over'].map(async (part) => (await page.locator(part).boundingBox())?.x ?? 0),
  );
  expect((plot ?? 0) - (axis ?? 0)).toBeGreaterThan(48);
  // The second is drawn on the canvas of the first, whose size stays.
  await reader.click(/^Besucher/, /^Seitenaufrufe/);
  await eventually(() => page.evaluate(inkAtEdge), ['Seitenaufrufe im Verlauf', false]);
  const font = "document.querySelector('.uplot canvas').getContext('2d').font";
  expect(await page.evaluate(font)).toMatch(/^24px /);

  await reader.go('/?site=wordy&goal=page:/read');
  await expectUncut(reader, '.places .list .row');
  const tabs = page.locator('.sources .tabs');
  expect(await tabs.locator('button').count()).toBe(7);
  expect(await tabs.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
  await reader.go('/?site=orders&goal=event:Purchase');
  await expectUncut(reader, '.sources .list .row > bdi');
  await page.setViewportSize({ width: 1620, height: 900 });
  await expectUncut(reader, '.places .list .row');
  await page.setViewportSize({ width: 390, height: 844 });
  await reader.go('/?site=orders&period=all');
  await expectUncut(reader, '.events .list .row');
});

test.each(['de-DE', 'fr-FR', 'es-ES'])('on a phone each period has its whole name in %s', async (locale) => {
  const { reader, page } = await open('/?site=wordy', { ...phone, locale });
  await reader.settled();
  const cut = await page.evaluate(
    `[...document.querySelectorAll('.stepped option')].flatMap((option) => {
      const select = option.parentElement;
      select.value = option.value;
      select.style.maxInlineSize = '';
      const { width } = select.getBoundingClientRect();
      select.style.maxInlineSize = 'none';
      return select.getBoundingClientRect().width > width ? [option.text] : [];
    })`,
  );
  expect(cut).toEqual([]);
  // Long headings leave room for the names.
  await page.setViewportSize({ width: 1280, height: 900 });
  await expectUncut(reader, '.audience .list .row');
  // Each number of the summary has its name in one line, before its (i).
  await reader.go('/?site=wordy&goal=page:/read');
  await reader.settled();
  const names = await page.evaluate<[string, boolean][]>(
    `[...document.querySelectorAll('.headlines .explained')].map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one.querySelector('.figure > .faint'));
      const [name, ...more] = range.getClientRects();
      const sign = one.querySelector('.about .drawn').getBoundingClientRect();
      return [range.toString(), more.length === 0 && name.right < sign.left];
    })`,
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter(([, isWhole]) => !isWhole)).toEqual([]);
});

test('names that run from right to left are cut at their ends', async () => {
  const { reader, page } = await look('/?site=backwards&period=30d');
  await reader.click('Cities');
  await reader.settled();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectBegun(reader, '.list .row .rtl');
  }
  const source = reader.panel('Sources').getByRole('button', { name: /^מתכון/ });
  await source.click();
  await expectBegun(reader, '.chosen .chip .rtl');
  for (const view of ['report=journeys&single=1', 'detail=source', 'report=realtime']) {
    await reader.go(`/?site=backwards&${view}`);
    await reader.settled();
    await expectBegun(reader, '.row .rtl, .recent .rtl');
  }
});
