import { hoursAgo, visit } from '../api/present.ts';
import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { Gate } from './gate.ts';
import type { Reader } from './reader.ts';
import { useDashboard } from './stage.ts';
import { event } from './traffic.ts';

/**
 * Headlines and line are compared with the same time, and the page says which. The present is Saturday, 21 November 2026, 11:15 in
 * Berlin.
 */

/** A time in Berlin, by default of its winter. */
const berlin = (time: string) => Date.parse(time.includes('+') ? time : `${time}+01:00`);

/** A visit of one visitor, with a view at each time. */
function visitAt(site_id: string, ...times: string[]) {
  const ids = { site_id, ...visit(berlin(times[0] ?? '')) };
  return times.map(berlin).map((at) => ({ ...ids, pageview_id: uuid7(at), pinged_at: at }));
}

/** Visits of one view each. */
const visits = (site_id: string, ...times: string[]) => times.flatMap((time) => visitAt(site_id, time));

// Two before a quarter past eleven, four after it.
const hours = ['08:10', '10:30', '15:00', '16:00', '17:00', '18:00'];
const yesterday = visits('hours', ...hours.map((hour) => `2026-11-20T${hour}`));
/** The visitor of the first visit comes again, for a visit of two views. */
const visitor_id = yesterday[0]?.visitor_id ?? '';
const again = visitAt('hours', '2026-11-21T00:30', '2026-11-21T00:40').map((view) => ({
  ...view,
  visitor_id,
}));

/** The first visit of a site, what is looked at, its visitors or the page's views, and what the caption says of the comparison. */
const begun: [first: string, address: string, count: string, caption: RegExp][] = [
  // Some browsers write Sept, others Sep.
  ['2026-09-28T12:00+02:00', 'period=last-month', '3 from 1', /1 – 30 Sept? \(data since Mon,? 28 Sept?\)$/],
  ['2026-09-28T12:00+02:00', 'period=last-month&page=/', '3 from 1', /\(data since Mon,? 28 Sept?\)$/],
  ['2026-09-28T12:00+02:00', 'period=last-month&filter=source!:a', '3 from 1', /\(data since Mon,? 28 /],
  ['2026-09-01T12:00+02:00', 'period=last-month', '3 +200%', /1 – 30 Sept?$/],
  // A month that still runs is compared up to the same date.
  ['2020-01-01T12:00', 'period=month', '1 −50%', /1 – 21 Oct, until 11:15$/],
  ['2026-11-20T09:30', 'period=today', '1 from 1', /\(data since Fri,? 20 Nov,?( at)? 0?9:00\)$/],
  ['2026-11-20T00:30', 'period=today', '1 no change', /20 Nov, until 11:15$/],
  ['2026-11-20T12:00', 'period=today', '1 from 0', /20 Nov, until 11:15$/],
];
const begunSite = (first: string) => `begun-${first.slice(0, 13)}`;
const later = [
  '2026-10-03T12:00+02:00',
  '2026-10-04T12:00+02:00',
  '2026-10-23T12:00+02:00',
  '2026-11-21T09:00',
];

/** In November of 2026. */
const on = (day: number, time: string) => `2026-11-${String(day).padStart(2, '0')}T${time}`;
const minutes = Array.from({ length: 31 }, (_, minute) => `09:${10 + minute}`);

/** Visits of one page each, in this week and the same days of the week before. */
const viewed = (page_path: string, ...days: number[]) =>
  visits('lists', ...days.map((day) => on(day, '10:00'))).map((view) => {
    return { ...view, page_path, source: page_path.slice(1) };
  });

/** A few days of logs, stored on one day. */
const imported = (received: number, ...days: number[]) =>
  days.flatMap((day) =>
    visitAt('imported', ...minutes.map((minute) => on(day, minute))).map((view) => {
      return { ...view, received_at: berlin(on(received, '12:00')) };
    }),
  );

const { look } = useDashboard([
  ...imported(9, 8),
  ...imported(15, 15),
  ...imported(17, 16, 17),
  ...[8, 9, 10, 12, 13, 14, 15, 16, 17, 19, 20].flatMap((day) =>
    visitAt('gaps', ...minutes.map((minute) => on(day, minute))),
  ),
  // No visit, but data from before the compared week: the caption need not say since when there is any.
  { site_id: 'lists', ...event(hoursAgo(365 * 24), 'Opened') },
  ...viewed('/steady', 16, 17, 18, 9, 10, 11),
  ...viewed('/risen', 19, 20),
  ...viewed('/gone', 12),
  ...[...new Set(begun.map(([first]) => first))].flatMap((first) =>
    visits(begunSite(first), first, ...later.filter((time) => time > first)),
  ),
  ...yesterday,
  ...again,
  ...visits('hours', '2026-11-21T09:20', '2026-11-21T11:05', '2026-11-13T12:00', '2026-11-13T13:00'),
  ...visits('hours', '2025-11-01T09:00', '2025-11-21T09:00', '2025-11-21T16:00', '2025-11-21T17:00'),
]);

const inBerlin = (search: string) => look(`/?site=${search}&tz=Europe/Berlin`);

/** The table of the line: the last numbers of each row, which are the metric's and what it is compared with. */
const pairs = async (reader: Reader) =>
  (await reader.rows('Summary')).map((row) => row.split(' | ').slice(-2).join(' '));

test('today is compared with yesterday, a day of last year, dates of the reader or nothing, up to the same hour, in headlines and line', async () => {
  const { reader, page } = await inBerlin('hours&period=today');
  // Against as many hours before midnight it would be 3 after 4, and fall. The change of a percentage is in points.
  await reader.expectFigures({
    Visitors: '3 +50%',
    Visits: '3 +50%',
    Pageviews: '4 +100%',
    'Views per visit': '1.3 +33%',
    'Bounce rate': '66.7% −33.3 pp',
    'Visit duration': '3m 20s from 0s',
    Returning: '33.3% +33.3 pp',
  });
  const points = page.locator('.growth abbr');
  expect(await points.count()).toBe(2);
  expect(await points.first().getAttribute('title')).toBe('percentage points');
  // Fewer bounces are better.
  expect(await page.locator('.figure .growth.better').count()).toBe(6);
  await reader.expectText('.legend', 'Visitors vs. 20 Nov, until 11:15');
  await reader.click('Pageviews', 'Show as a table');
  const soFar = ['2 0', ...Array(7).fill('0 0'), '0 1', '1 0', '0 1', '1 0'];
  // Behind the rest of today stands the rest of yesterday.
  const toCome = ['– 0', '– 0', '– 0', ...Array(4).fill('– 1'), ...Array(5).fill('– 0')];
  await eventually(() => pairs(reader), [...soFar, ...toCome]);
  expect(await page.locator('.growth').first().getAttribute('title')).toBe('Compared with 2');

  // The same period of last year is another choice, which is kept in the address.
  await reader.click('Show as a table', 'Visitors');
  await reader.choose('Compare with', 'vs. last year');
  await reader.expectFigures({ Visitors: '3 +200%' });
  await reader.expectText('.legend', 'Visitors vs. 21 Nov 2025, until 11:15');
  await reader.expectParameter('compare', 'year');
  const line = page.getByRole('slider');
  await reader.expectSlider('Visitors over time', 'Sat 21 Nov 2026 11:00: 1 Fri 21 Nov 2025 11:00: 0');
  await line.press('End');
  await reader.expectSlider('Visitors over time', 'Fri 21 Nov 2025 23:00: 0');

  // All of the chosen day is drawn behind today, and nothing more.
  await reader.go('/?site=hours&period=today&compare=2026-11-20_2026-11-20');
  await page.locator('[role=slider][aria-valuemax="23"]').waitFor();

  // So are dates of the reader, and nothing at all.
  await reader.go('/?site=hours&period=yesterday');
  await reader.expectFigures({ Visitors: '6 from 0' });
  await reader.choose('Compare with', 'vs. dates…');
  const [first, last] = ['First', 'Last'].map((which) => page.getByLabel(`${which} day of the comparison`));
  expect([await first?.inputValue(), await last?.inputValue()]).toEqual(['2026-11-19', '2026-11-19']);
  await first?.fill('2026-11-13');
  await reader.expectFigures({ Visitors: '6 +200%' });
  await reader.expectText('.legend', 'Visitors vs. 13 – 19 Nov');
  await last?.fill('2026-11-13');
  await reader.expectText('.legend', 'Visitors vs. 13 Nov');
  await page.reload();
  await reader.expectFigures({ Visitors: '6 +200%' });
  // Both lines of the chart are there: nothing is left to be asked.
  await reader.expectText('.legend', 'Visitors vs. 13 Nov');

  reader.requests.splice(0);
  await reader.choose('Compare with', 'No comparison');
  await reader.expectFigures({ Visitors: '6', Visits: '6', Pageviews: '6' });
  expect(await page.locator('.legend').count()).toBe(0);
  await reader.expectParameter('compare', 'no');
  expect(reader.requests.filter((address) => /insights|over-time/.test(address))).toEqual([]);
  await page.goBack();
  await reader.expectFigures({ Visitors: '6 +200%' });
});

test('days, weeks and months of a period over two years are named with their year', async () => {
  const weeks = 'hours&period=2025-12-22_2026-01-11&by=week&compare=no';
  const { reader, page } = await inBerlin(weeks);
  await page.getByRole('slider').press('Home');
  await reader.expectSlider('Visitors over time', 'Week of 22 Dec 2025: 0');
  await reader.click('Show as a table');
  const begins = expect.stringMatching(/^Week of 22 Dec 2025 /);
  await eventually(async () => (await reader.rows('Summary'))[0], begins);
  await reader.go(`/?site=${weeks}&report=explore&metrics=visits&dimensions=bucket`);
  await eventually(async () => (await reader.rows(page.locator('.answer')))[0], begins);
});

test('where the data of a site begin later, a period is compared with what there is', async () => {
  const { reader, page } = await inBerlin('hours&period=today');
  for (const [first, address, visitors, caption] of begun) {
    await reader.go(`/?site=${begunSite(first)}&${address}`);
    await reader.settled();
    await reader.expectFigures({ [address.includes('page=') ? 'Pageviews' : 'Visitors']: visitors });
    await reader.expectText('.legend', caption);
  }

  // A day without data is marked on the line, and in the comparison takes the percentage from every change.
  await reader.go('/?site=gaps&period=7d');
  await reader.expectFigures({ Visitors: '5 from 6', Pageviews: '155 from 186' });
  await reader.expectText('.legend', /until 11:15 \(no data for 1 day\)$/);
  await reader.settled();
  const line = page.getByRole('slider');
  for (let back = 0; back < 3; back++) await line.press('ArrowLeft');
  await reader.expectText('.tip', /18 Nov 0 /);
  await reader.expectText('.tip .problem', 'No data arrived');

  // The first data of one site cut no line of another.
  await reader.go(`/?site=${begunSite('2026-11-20T12:00')}&period=7d`);
  await reader.settled();
  // Its first data are known later than its points.
  await page.locator('[role=slider]:not([aria-valuemin="0"])').press('Home');
  await reader.expectSlider('Visitors over time', /^Fri 20 Nov: /);
  const spans = await Gate.close(page, /query\?.*granularity=(month|hour)/);
  await reader.go('/?site=gaps&period=7d');
  await reader.settled();
  await line.press('Home');
  await reader.expectSlider('Visitors over time', /^Sun 15 Nov: 1 /);
  spans.release();
});

test('changes are there without knowing since when there are data', async () => {
  const { reader } = await look('/?site=hours');
  await reader.fail('**/api/v1/query?*granularity=month*', 400, 'Not now.');
  await reader.go('/?site=blog');
  await reader.expectFigures({ Visitors: '3 +200%' });
});

test('imported data are data of their days, whenever they were stored', async () => {
  const { reader, page } = await inBerlin('imported&period=7d');
  await reader.expectFigures({ Visitors: '3 +200%', Pageviews: '93 +200%' });
  await reader.expectText('.legend', /until 11:15$/);
  await reader.settled();
  // Nothing was stored on the second day.
  const line = page.getByRole('slider');
  await line.press('Home');
  await line.press('ArrowRight');
  await reader.expectText('.tip', /16 Nov 1 (?!.*No data arrived)/);
  await reader.click('Pageviews', 'Show as a table');
  await eventually(() => pairs(reader), ['31 31', '31 0', '31 0', '0 0', '0 0', '0 0', '0 0']);
});

test('lists show what changed when the view is compared, and put what rose or fell first', async () => {
  const { reader, page } = await inBerlin('lists&period=7d&compare=no');
  const names = async (part: Parameters<Reader['rows']>[0]) =>
    (await reader.rows(part)).map((row) => row.replace(/^\/| .*/g, ''));
  await eventually(() => names('Pages'), ['steady', 'risen']);
  expect(await page.locator('.list .change').count()).toBe(0);
  await reader.choose('Compare with', 'vs. previous');
  await reader.expectText('.legend', /vs\. Sun,? 8( Nov)? – Sat,? 14 Nov, until 11:15$/);
  for (const name of ['Pages', 'Sources']) {
    const panel = reader.panel(name);
    await reader.expectTexts(panel.locator('td.change'), ['0', '+2']);
    expect(await panel.locator('td.change > span').last().getAttribute('title')).toBe('2, before 0');
    for (const [button, expected, changes] of [
      ['Change', ['risen', 'steady', 'gone'], ['+2', '0', '−1']],
      ['Rising', ['gone', 'steady', 'risen'], ['−1', '0', '+2']],
      ['Falling', ['steady', 'risen'], ['0', '+2']],
    ] as const) {
      await panel.getByRole('button', { name: button, exact: true }).click();
      await eventually(() => names(name), expected);
      await reader.expectTexts(panel.locator('td.change'), changes);
    }
  }
  for (const name of ['Devices', 'Visitors'])
    await reader.expectTexts(reader.panel(name).locator('td.change'), ['+1']);
  await reader.panel('Pages').getByRole('button', { name: 'Details', exact: true }).click();
  await reader.dialog().getByRole('button', { name: 'Change' }).click();
  await eventually(() => names(reader.dialog()), ['risen', 'steady', 'gone']);
  await reader.expectTexts(reader.dialog().locator('td.change'), ['+2', '0', '0', '3', '−1', '1']);
});
