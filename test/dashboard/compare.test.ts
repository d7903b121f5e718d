import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { type Reader, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';

/**
 * Headlines and line are compared with the same time, and the page says which. The present is Saturday, 21 November 2026, 11:15 in
 * Berlin.
 */

const berlin = 'Europe/Berlin';

/** One visit a visitor, or several, with a view at each time. */
function visits(site_id: string, ...times: string[][]) {
  return times.flatMap(([first = '', ...others]) => {
    const began = Date.parse(first);
    const ids = { site_id, visitor_id: uuid7(began), session_id: uuid7(began), page_path: '/' };
    return [first, ...others].map((time) => {
      const at = Date.parse(time);
      return { ...ids, pageview_id: uuid7(at), pinged_at: at };
    });
  });
}

/** The visitor of the first visit comes again, for a visit of two views. */
function comesAgain([first]: ReturnType<typeof visits>, ...times: [string, string]) {
  const at = times.map((time) => Date.parse(time));
  const session_id = uuid7(at[0] ?? 0);
  return at.map((moment) => ({ ...first, session_id, pageview_id: uuid7(moment), pinged_at: moment }));
}

const yesterday = visits(
  'hours',
  // Two before a quarter past eleven, four after it.
  ['2026-11-20T08:10+01:00'],
  ['2026-11-20T10:30+01:00'],
  ['2026-11-20T15:00+01:00'],
  ['2026-11-20T16:00+01:00'],
  ['2026-11-20T17:00+01:00'],
  ['2026-11-20T18:00+01:00'],
);

const dashboard = useDashboard([
  ...yesterday,
  ...comesAgain(yesterday, '2026-11-21T00:30+01:00', '2026-11-21T00:40+01:00'),
  ...visits('hours', ['2026-11-21T09:20+01:00'], ['2026-11-21T11:05+01:00']),
  ...visits('hours', ['2025-11-21T09:00+01:00'], ['2025-11-21T16:00+01:00'], ['2025-11-21T17:00+01:00']),
  ...visits('hours', ['2026-11-13T12:00+01:00'], ['2026-11-13T13:00+01:00']),
  // A month ago: one before this time of the same date, two after it.
  ...visits('hours', ['2026-10-05T12:00+02:00'], ['2026-10-21T12:00+02:00'], ['2026-10-28T12:00+01:00']),
  // Around the day on which clocks were set forward.
  ...visits('clocks', ['2026-03-28T12:30+01:00'], ['2026-03-29T12:30+02:00']),
]);

const inBerlin = (search: string, use: (reader: Reader) => Promise<void>) =>
  dashboard.withReader(`/?${search}`, use, { timezoneId: berlin });

const summary = (reader: Reader) =>
  Promise.all(['Visitors', 'Visits', 'Pageviews'].map((name) => reader.figure(name)));
const legend = ({ page }: Reader) => textOf(page.locator('.legend'));
const asked = ({ page }: Reader) => new URL(page.url()).searchParams.get('compare');

/** The table of the line: the last numbers of each row, which are the metric's and what it is compared with. */
async function pairs(reader: Reader): Promise<string[]> {
  const rows = await reader.rows('Summary');
  return rows.map((cells) => cells.slice(-2).join(' '));
}

test('today is compared with yesterday up to the same hour, in headlines and line', async () => {
  await inBerlin('site=hours&period=today', async (reader) => {
    // Against as many hours before midnight it would be 3 after 4, and fall.
    await eventually(() => summary(reader), ['3 ▲ +50%', '3 ▲ +50%', '4 ▲ +100%']);
    await eventually(() => legend(reader), 'Visitors vs. 20 Nov, until 11:15');
    await reader.button('Pageviews').click();
    await reader.button('Show as a table').click();
    await eventually(
      () => pairs(reader),
      ['2 0', '0 0', '0 0', '0 0', '0 0', '0 0', '0 0', '0 0', '0 1', '1 0', '0 1', '1 0'],
    );
    expect(await reader.page.locator('.growth').first().getAttribute('title')).toBe('Compared with 2');
  });
});

test('every headline has its change, that of a percentage in points', async () => {
  await inBerlin('site=hours&period=today', async (reader) => {
    await eventually(() => reader.figure('Views per visit'), '1.3 ▲ +33%');
    await eventually(() => reader.figure('Bounce rate'), '66.7% ▼ -33.3 pp');
    await eventually(() => reader.figure('Visit duration'), '3m 20s from 0s');
    await eventually(() => reader.figure('Returning'), '33.3% ▲ +33.3 pp');
    const points = reader.page.locator('.growth abbr');
    expect(await points.count()).toBe(2);
    expect(await points.first().getAttribute('title')).toBe('percentage points');
    // Fewer bounces are better.
    expect(await reader.page.locator('.growth.better').count()).toBe(6);
  });
});

test('days are compared with as many days before, up to the same hour of the last one', async () => {
  await inBerlin('site=hours&period=7d', async (reader) => {
    await eventually(() => reader.figure('Pageviews'), '10 ▲ +400%');
    await eventually(() => legend(reader), 'Visitors vs. 8 – 14 Nov, until 11:15');
    await reader.button('Pageviews').click();
    await reader.button('Show as a table').click();
    await eventually(() => pairs(reader), ['0 0', '0 0', '0 0', '0 0', '0 0', '6 2', '4 0']);
  });
});

test('a month is compared with the one before, up to the same date while it still runs', async () => {
  await inBerlin('site=hours&period=month', async (reader) => {
    await eventually(() => reader.figure('Pageviews'), '12 ▲ ×12');
    await eventually(() => legend(reader), 'Visitors vs. 1 – 21 Oct, until 11:15');
    await reader.page.getByLabel('Period').selectOption('Last month');
    await eventually(() => reader.figure('Pageviews'), '3 from 0');
    // Some browsers write Sept, others Sep.
    await eventually(() => legend(reader), expect.stringMatching(/^vs\. 1 – 30 Sept?$/));
  });
});

test('the same period of last year is another choice, which is kept in the address', async () => {
  await inBerlin('site=hours&period=today', async (reader) => {
    await eventually(() => reader.figure('Visitors'), '3 ▲ +50%');
    await reader.page.getByLabel('Compare with').selectOption('vs. last year');
    await eventually(() => reader.figure('Visitors'), '3 ▲ +200%');
    await eventually(() => legend(reader), 'Visitors vs. 21 Nov 2025, until 11:15');
    expect(asked(reader)).toBe('year');
    const line = reader.page.getByRole('slider');
    await line.focus();
    await line.press('Home');
    await line.press('End');
    const words = async () => (await line.getAttribute('aria-valuetext'))?.replaceAll(/,| at/g, '');
    await eventually(words, 'Sat 21 Nov 2026 11:00: 1 Fri 21 Nov 2025 11:00: 0');
    await reader.page.reload();
    await eventually(() => reader.figure('Visitors'), '3 ▲ +200%');
  });
});

test('dates of the reader, and nothing at all, are choices too', async () => {
  await inBerlin('site=hours&period=yesterday', async (reader) => {
    const { page } = reader;
    await eventually(() => reader.figure('Visitors'), '6 from 0');
    await page.getByLabel('Compare with').selectOption('vs. dates …');
    const [first, last] = ['First day of the comparison', 'Last day of the comparison'].map((label) =>
      page.getByLabel(label),
    );
    expect([await first?.inputValue(), await last?.inputValue()]).toEqual(['2026-11-19', '2026-11-19']);
    await first?.fill('2026-11-13');
    await eventually(() => reader.figure('Visitors'), '6 ▲ +200%');
    await eventually(() => legend(reader), 'Visitors vs. 13 – 19 Nov');
    await last?.fill('2026-11-13');
    await eventually(() => legend(reader), 'Visitors vs. 13 Nov');
    await eventually(() => reader.figure('Visitors'), '6 ▲ +200%');
    expect(asked(reader)).toBe('2026-11-13_2026-11-13');
    await page.reload();
    await eventually(() => reader.figure('Visitors'), '6 ▲ +200%');
    // Both lines of the chart are there: nothing is left to be asked.
    await eventually(() => legend(reader), 'Visitors vs. 13 Nov');

    const questions: string[] = [];
    page.on('request', (request) => questions.push(request.url()));
    await page.getByLabel('Compare with').selectOption('No comparison');
    await eventually(() => summary(reader), ['6', '6', '6']);
    expect(await page.locator('.legend').count()).toBe(0);
    expect(asked(reader)).toBe('no');
    expect(questions.filter((url) => url.includes('insights') || url.includes('over-time'))).toEqual([]);
    await page.goBack();
    await eventually(() => reader.figure('Visitors'), '6 ▲ +200%');
  });
});

test('on the day of a clock change the same hours are compared', async () => {
  await inBerlin('site=clocks&period=2026-03-29_2026-03-29', async (reader) => {
    await eventually(() => reader.figure('Visitors'), '1 no change');
    await eventually(() => legend(reader), 'Visitors vs. 28 Mar');
    await reader.button('Show as a table').click();
    const noon = async () => (await reader.rows('Summary')).filter((cells) => cells.includes('1'));
    await eventually(
      async () => (await noon()).map(([hour = '', ...cells]) => [hour.replaceAll(',', ''), ...cells]),
      [['Sun 29 Mar 12:00', '1', '1', '1', '1']],
    );
    expect(await reader.rows('Summary')).toHaveLength(24);
  });
});
