import { emptyRow } from '@tallyhouse/ping';
import { reportNames } from '../../packages/dashboard/src/url/view.ts';
import { hoursAgo, key, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { useDashboard } from './stage.ts';

/** Every page at the width of a phone. */

const phone = { viewport: { width: 390, height: 844 } };
const long = 'A_page_whose_title_is_one_long_word_'.repeat(3);

// 1,200 visits begin at /read and go on to many other pages; one comes from the first page, the weakest stream of all.
const visits = Array.from({ length: 1201 }, (_, index) => {
  const at = hoursAgo(24 + index / 60);
  const view = (page_path: string, page_title: string, minutes: number) => {
    const pinged_at = at + minutes * 60_000;
    return { pinged_at, pageview_id: uuid7(pinged_at), page_path, page_title };
  };
  const views = [
    ...(index === 0 ? [view('/', 'Home', 0)] : []),
    view('/read', `${long} ${long}`, 1),
    ...(index % 4 === 0 ? [] : [view(`/${long}${index % 9}`, `${index % 9} ${long}`, 2)]),
  ];
  const ids = visit(at);
  const event = {
    pinged_at: at + 90_000,
    event: `${long} ${index % 3}`,
    props: { [`plan-${'x'.repeat(35)}`]: long },
  };
  const paid = { ...event, pinged_at: at + 95_000, amount: '12345678.5', currency: 'EUR' };
  const events =
    index % 10 === 0 ? [event, paid].map((one) => ({ ...one, pageview_id: emptyRow.pageview_id })) : [];
  return [...views, ...events].map((one) => ({
    ...ids,
    ...one,
    source: long,
    region: long,
    city: long,
    country: 'NL',
  }));
});
const dashboard = useDashboard(visits.flat());

test.each([
  ['the dashboard', `/#key=${key}`, 'Pings received'],
  ['the dashboard with a goal', `/?goal=page~A_page#key=${key}`, 'Conversion rate'],
  ...Object.keys(reportNames).map((report) => [
    `the report ${report}`,
    `/?report=${report}&step=page:/read&step=page~${long}&step=event~${long}&split=city&depth=6#key=${key}`,
    {
      realtime: 'Pageviews as they happen',
      wall: 'As it happens',
      funnel: 'Reach the end',
      retention: 'New visitors of',
      journeys: 'Place 3',
    }[report] ?? report,
  ]),
  ['the view of a page', `/?page=%2Fread#key=${key}`, 'Before this page'],
  ['the sign-in', '/', 'Stay signed in'],
  ['the set-up of a site', `/?site=new#key=${key}`, 'Waiting for the first ping'],
  ['a link that is not valid', `/?filter=${long}#key=${key}`, 'This link is not valid'],
  ['/docs', '/docs', 'Endpoints'],
  ['/demo', '/demo', 'What a ping says'],
])('%s does not scroll sideways', async (_, address = '', content = '') => {
  const { page, context } = await dashboard.open(dashboard.url + address, phone);
  await page.getByText(content).or(page.getByLabel(content)).first().waitFor();
  await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
  const widths: unknown = await page.evaluate('[document.scrollingElement.scrollWidth, innerWidth]');
  expect(widths).toEqual([expect.any(Number), 390]);
  expect(await page.evaluate('document.scrollingElement.scrollWidth <= innerWidth')).toBe(true);
  await context.close();
});

test.each([
  ['the dashboard', `/#key=${key}`, 'Pings received'],
  ['a list in full', `/?detail=entry_page#key=${key}`, 'Search Entry pages'],
  ['the view of a page', `/?page=%2Fread#key=${key}`, 'Before this page'],
  ['a funnel', `/?report=funnel&step=page:/read#key=${key}`, 'New step'],
])('a finger hits everything of %s: it is 44 pixels high', async (_, address, content) => {
  const { page, context } = await dashboard.open(dashboard.url + address, {
    ...phone,
    hasTouch: true,
    isMobile: true,
  });
  await page.getByText(content).or(page.getByLabel(content)).first().waitFor();
  await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
  const low = await page
    .locator('button:visible, select:visible, input:not([type=checkbox]):visible, nav a:visible')
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        return height < 44 || width < 24 ? [`${name}: ${width} x ${height}`] : [];
      }),
    );
  expect(low).toEqual([]);
  await context.close();
});

test.each(['page', 'source'])('the full list by %s fits', async (detail) => {
  const { page, context } = await dashboard.open(`${dashboard.url}/?detail=${detail}#key=${key}`, phone);
  const list = page.getByRole('dialog').locator('.scrolled');
  await list.locator('tbody tr').first().waitFor();
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  await context.close();
});

test('the tabs of a panel are one row, in which a finger reaches the last one', async () => {
  const { page, context } = await dashboard.open(`${dashboard.url}/?site=blog#key=${key}`, {
    ...phone,
    hasTouch: true,
    isMobile: true,
  });
  const tabs = page.getByRole('group', { name: 'Sources by' }).getByRole('button');
  await tabs.last().waitFor();
  const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
  expect(boxes.length).toBe(5);
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(44);
  await tabs.last().tap();
  await eventually(() => tabs.last().getAttribute('aria-pressed'), 'true');
  const { x = 0, width = 0 } = (await tabs.last().boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  await context.close();
});

test.each([
  [1280, 'a report', '/?site=blog', 1],
  [1920, 'a report', '/?site=blog', 1],
  [1280, 'a page', '/?site=blog&page=%2Fread', 1],
  [390, 'a report', '/?site=blog', 4],
])('%i wide, the header of %s has few rows', async (width, _, address, most) => {
  const { page, context } = await dashboard.open(`${dashboard.url}${address}#key=${key}`, {
    viewport: { width, height: 900 },
    hasTouch: width === 390,
    isMobile: width === 390,
  });
  await page.getByLabel('Time zone').waitFor();
  await eventually(() => page.locator('[aria-busy=true], .skeleton').count(), 0);
  const rowsOf = (within: string) =>
    page.locator(`${within} :is(a, button, select):visible:not(.skip)`).evaluateAll((elements) => {
      const middles = elements
        .map((element) => element.getBoundingClientRect())
        .map(({ top, bottom }) => (top + bottom) / 2)
        .sort((a, b) => a - b);
      return middles.filter((middle, index) => middle - (middles[index - 1] ?? -100) > 12).length;
    });
  expect(await rowsOf('.top')).toBeLessThanOrEqual(most);
  expect(await rowsOf('.controls')).toBeLessThanOrEqual(2);
  const names = ['Period', 'Compare with', 'Time zone'];
  const widths = names.map(async (name) => (await page.getByLabel(name).boundingBox())?.width ?? 0);
  // Wide enough for words.
  expect(Math.min(...(await Promise.all(widths)))).toBeGreaterThan(75);
  await context.close();
});

/**
 * In the page: of each text of the flow what is seen of it, and the card that it belongs to. What an element cuts off (an
 * ellipsis) is not seen.
 */
const textBoxes = `(() => {
  const card = document.querySelector('.panel.flow');
  const of = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const walker = document.createTreeWalker(card.querySelector('.streams-around'), NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = of(range.getBoundingClientRect());
    for (let element = walker.currentNode.parentElement; element !== card; element = element.parentElement) {
      if (getComputedStyle(element).overflowX === 'visible') continue;
      const cut = element.getBoundingClientRect();
      box.left = Math.max(box.left, cut.left);
      box.right = Math.min(box.right, cut.right);
    }
    if (walker.currentNode.data.trim() && box.right > box.left) texts.push({ text: walker.currentNode.data, ...box });
  }
  return { card: of(card.getBoundingClientRect()), texts };
})()`;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

test.each([390, 320, 1280])('%i wide, every text of the flow is inside its card', async (width) => {
  const address = `${dashboard.url}/?page=%2Fread#key=${key}`;
  const { page, context } = await dashboard.open(address, { viewport: { width, height: 900 } });
  await page.getByRole('list', { name: 'Before this page' }).waitFor();
  const { card, texts } = await page.evaluate<{ card: Box; texts: (Box & { text: string })[] }>(textBoxes);
  expect(texts.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'Started here',
      'From another page',
      '1,200',
      '99.9%',
      'Other pages',
      'Left the site',
    ]),
  );
  const outside = texts.filter(
    ({ left, top, right, bottom }) =>
      left < card.left || top < card.top || right > card.right || bottom > card.bottom,
  );
  expect(outside).toEqual([]);

  // Nor do they overlap.
  for (const name of ['Before this page', 'After this page']) {
    const ends = page.getByRole('list', { name }).locator('.end');
    const boxes = await Promise.all((await ends.all()).map((end) => end.boundingBox()));
    const overlaps = boxes.slice(1).map((box, index) => {
      const before = boxes[index];
      return (before?.y ?? 0) + (before?.height ?? 0) - (box?.y ?? 0);
    });
    expect(Math.max(...overlaps)).toBeLessThanOrEqual(1);
  }
  await context.close();
});
