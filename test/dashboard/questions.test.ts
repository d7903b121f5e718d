import { hoursAgo, key, seen, visit } from '../api/present.ts';
import { forAllTests, readerOf, writerOf } from '../api/query-service.ts';
import { createBiDatabase } from '../bi/bi-database.ts';
import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { keyOf } from './listed.ts';
import type { Reader } from './reader.ts';
import { useDashboard } from './stage.ts';
import { event } from './traffic.ts';

const [ada, ben] = [uuid7(hoursAgo(100)), uuid7(hoursAgo(99))];
const visits = (
  [
    [75, 'Google', 'NL', ada],
    [50, 'Google', 'NL', ada],
    [26, 'Google', 'NL', ben],
    [25, 'Google', 'US', undefined],
    [24, 'Bing', 'US', undefined],
    [23, 'Bing', 'US', undefined],
  ] as const
).flatMap(([hours, source, country, visitor], index) => {
  const at = hoursAgo(hours);
  const ids = { site_id: 'asked', ...visit(at, visitor), source, country, medium: 'organic' };
  const views = [at, ...(index % 2 === 0 ? [at + 40_000] : [])].map((pinged_at, nth) => ({
    ...ids,
    pinged_at,
    pageview_id: uuid7(pinged_at),
    page_path: nth === 0 ? '/' : "/it's",
    focus_time_ms: 1000 * (index + 1),
    scroll_depth: 33 + index,
  }));
  const bought = { props: { plan: index % 2 === 0 ? 'pro' : 'team' }, amount: '5.2', currency: 'EUR' };
  return [...views, ...(source === 'Google' ? [event(at + 50_000, 'Purchase', { ...ids, ...bought })] : [])];
});
/** 110 sources of one visit each: more than a page. */
const many = Array.from({ length: 110 }, (_, index) => {
  const source = `site${String(index).padStart(3, '0')}.example`;
  return seen(hoursAgo(20 + index / 100), { site_id: 'asked', source, country: 'FR' });
});

const dashboard = useDashboard([...visits, ...many]);
const { look, open } = dashboard;
const answer = ({ page }: Reader) => page.locator('.answer');
const address = '/?site=asked&report=explore&metrics=visits,visitors&dimensions=source,country';

test('a question is built, sorted, paged and filtered; its address shows the same', async () => {
  const { reader, page } = await look('/?site=asked');
  await reader.follow('Explore');
  await reader.says('Choose a number, or begin with an example');
  expect(await reader.focused()).toBe('Explore');
  for (const metric of ['visits', 'visitors']) await reader.choose('Add a number', metric);
  for (const dimension of ['source', 'country']) await reader.choose('Add a dimension', dimension);
  const first = async () => (await reader.rows(answer(reader))).slice(0, 3);
  const rows = [
    'Google | Netherlands | 3 | 2',
    'Bing | United States | 2 | 2',
    'Google | United States | 1 | 1',
  ];
  await eventually(first, rows);
  await reader.expectText(answer(reader).getByRole('status').last(), '1–100 of 113');

  await answer(reader).getByRole('button', { name: 'Source', exact: true }).click();
  await eventually(first, [rows[1], rows[0], rows[2]]);
  await reader.button('Next').click();
  await eventually(async () => (await first())[0], 'site097.example | France | 1 | 1');
  await page.reload();
  await eventually(async () => (await first())[0], 'site097.example | France | 1 | 1');
  await reader.expectParameter('sort', 'source');

  await answer(reader).getByRole('button', { name: 'Visitors' }).click();
  await reader.expectParameter('offset', null);
  await answer(reader).getByRole('button', { name: 'United States' }).first().click();
  await reader.expectChips(['Country is United States']);
  await reader.expectRows(answer(reader), [rows[1], rows[2]]);
  await reader.click('Remove the filter', 'Remove number Visits');
  await eventually(first, [
    'Bing | United States | 2',
    'Google | Netherlands | 2',
    'Google | United States | 1',
  ]);
});

test('a filter leads to the first page of the rows, and one that is empty back to the others', async () => {
  const { reader } = await look(`${address}&sort=source&offset=100`);
  await answer(reader).getByRole('button', { name: 'site097.example' }).click();
  await reader.expectRows(answer(reader), ['site097.example | France | 1 | 1']);
  await reader.expectParameter('offset', null);
  await reader.go(`${address}&filter=country:FR&offset=200`);
  await reader.says('Nothing in this period matches the filters.');
  await reader.click('Previous');
  await reader.expectText(answer(reader).getByRole('status').last(), '101–110 of 110');
});

test('the answer is drawn as bars, a heat map and lines, which the address keeps', async () => {
  const { reader, page } = await look(`${address}&filter=source:Google|Bing`);
  await reader.button('Bars').click();
  await reader.expectRows(answer(reader), [
    'Google · Netherlands | 3',
    'Bing · United States | 2',
    'Google · United States | 1',
  ]);
  await reader.button('Heat map').click();
  const cells = ['Google | 3 | 1', 'Bing | 2'];
  await reader.expectRows(answer(reader), cells);
  await page.reload();
  await reader.expectRows(answer(reader), cells);

  expect(await reader.button('Lines').isDisabled()).toBe(true);
  await page.getByText('Lines show time, and at most one more dimension.').waitFor();
  await reader.button('Remove dimension Country').click();
  await reader.choose('Add a dimension', 'bucket');
  await reader.button('Lines').click();
  await reader.expectTexts(reader.items('Lines'), ['Google 0', 'Bing 0']);
  const line = page.getByRole('slider', { name: 'Visits over time' });
  await line.press('ArrowLeft');
  await reader.expectSlider('Visits over time', 'Fri 20 Nov: Google 2 Bing 2');
  await line.press('Home');
  await reader.expectSlider('Visits over time', 'Sun 15 Nov: Google 0 Bing 0');
  // Only the segment of the day that is not over is dashed.
  const dashed = `[...document.querySelectorAll('.lines-chart path')].flatMap((path) =>
    getComputedStyle(path).strokeDasharray === 'none' ? [] : path.getAttribute('d').replace(/ .*L/, '-'))`;
  expect(await page.evaluate(dashed)).toEqual(Array(2).fill(expect.stringMatching(/^M83\.3\d*-100 /)));
  await reader.click('Hours');
  await reader.expectParameter('by', 'hour');
});

test('a line of more than 1,000 days has the latest', async () => {
  const { reader, page } = await look(
    '/?site=asked&report=explore&metrics=visits&dimensions=bucket&show=lines&period=all&by=day',
  );
  await page.getByRole('slider').press('ArrowLeft');
  await reader.expectSlider('Visits over time', /^Fri 20 Nov 2026: /);
});

test('what cannot go together is off and says why, and a refusal of the API stands with the choices', async () => {
  const { reader, page } = await look(address.replace('visits,visitors', 'visits,bounce_rate'));
  const event = page.getByLabel('Add a dimension').getByRole('option', { name: /^Event / });
  await eventually(() => event.textContent(), 'Event (not with bounce rate)');
  expect(await event.isDisabled()).toBe(true);
  const goal = page.getByLabel('Add a number').getByRole('option', { name: /^Conversions/ });
  expect(await goal.textContent()).toBe('Conversions (needs a goal)');
  await reader.button('Remove number Bounce rate').click();
  await reader.choose('Add a dimension', 'typed');
  await reader.enter('Property of events', 'plan');
  await reader.expectRows(answer(reader), [
    'Google | Netherlands | pro | 2',
    'Google | Netherlands | team | 1',
    'Google | United States | team | 1',
  ]);
  const paged = page.getByLabel('Add a dimension').getByRole('option', { name: /^Page/ });
  expect(await paged.isDisabled()).toBe(true);

  const refused = await look(address.replace('visits,visitors', 'hearts'));
  const problem = refused.reader.panel('Question').getByRole('alert');
  await refused.reader.expectText(problem, /^metrics must be 1 to 10 different names/);
});

test('the numbers and dimensions that are offered are those of the API', async () => {
  const { page } = await look('/?site=asked&report=explore');
  const offered = async (label: string) => {
    const options = await page.getByLabel(label).locator('option').all();
    const names = await Promise.all(options.map((option) => option.getAttribute('value')));
    return names.filter((name) => name && name !== 'typed').toSorted();
  };
  const accepted = async (parameters: string) => {
    const response = await fetch(`${dashboard.url}/api/v1/query?${parameters}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { error } = Object(await response.json());
    const [, names = ''] = `${error.message}`.split(', of ');
    return names
      .split(/, | and /)
      .filter((name) => /^[a-z_]+$/.test(name))
      .toSorted();
  };
  await page.getByLabel('Add a number').waitFor();
  expect(await offered('Add a number')).toEqual(await accepted('metrics=hearts'));
  expect(await offered('Add a dimension')).toEqual(await accepted('metrics=visits&dimensions=hearts'));
});

test('an example begins, a question is kept by name, and all of its rows are a file', async () => {
  const { reader, page } = await open('/?site=asked&report=explore', { key: keyOf('asker') });
  await reader.follow('Which devices are used in which country?');
  await reader.expectRows(answer(reader), [/France/, expect.anything(), expect.anything()]);
  await page.goto(`${dashboard.url}${address}`);
  await reader.enter('Save this question as', 'By place');
  const older = [{ name: 'Older', address: '?report=explore&hearts=1' }];
  await page.evaluate(
    `localStorage.tallyhouse_questions = JSON.stringify([...JSON.parse(localStorage.tallyhouse_questions), ...${JSON.stringify(older)}])`,
  );
  await reader.follow('Overview');
  await page.goto(`${dashboard.url}/?site=asked&report=explore`);
  await reader.clickUntil(
    'Older',
    '“Older” has a part that the dashboard does not know: hearts. Nothing was changed.',
  );
  await reader.expectParameter('period', null);
  await reader.click('By place');
  await reader.expectParameter('dimensions', 'source,country');
  await eventually(async () => (await reader.rows(answer(reader))).length, 100);
  const shown = (await reader.rows(answer(reader))).slice(3).map((row) => row.replace('France', 'FR'));
  const [name, csv] = await reader.saved('Download all rows as CSV');
  expect(name).toBe('asked-rows-2026-11-15-2026-11-21.csv');
  const [head, ...lines] = csv.trim().split('\n');
  expect(head).toBe('"source","country","visits","visitors"');
  expect(lines).toHaveLength(113);
  expect(lines.slice(3, 100).map((line) => line.replaceAll('"', '').replaceAll(',', ' | '))).toEqual(shown);
});

describe('the question elsewhere', () => {
  const bi = forAllTests(() => {
    const { database } = dashboard;
    const url = process.env['TEST_CLICKHOUSE_URL'] ?? '';
    const [client, reader] = [writerOf(database), readerOf(database)];
    return createBiDatabase({ client, reader, database, url, drop: async () => {} });
  });

  const code = async (reader: Reader, tool: string) => {
    await reader.button(tool).click();
    const text = await reader.page.locator('dialog .code code').textContent();
    await reader.dialog().getByRole('button', { name: 'Close' }).click();
    return text ?? '';
  };

  test('questions have the same rows in the page, as a request and as SQL', async () => {
    const { reader } = await look('/?site=asked&report=explore');
    const plain = (value: unknown) =>
      `${value}`.replace(
        /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d))?.*/,
        (_, day, time = '00:00:00') => `${day} ${time}`,
      );
    for (const asked of [
      'metrics=visits,visitors,bounce_rate,visit_duration_seconds&dimensions=source,country&sort=-visits',
      'metrics=visits,visitors&dimensions=bucket,source&sort=source&offset=100',
      'metrics=pageviews,visitors,focus_time_ms,scroll_depth&dimensions=page&filter=source:Google|Bing',
      "metrics=pageviews&dimensions=bucket&by=hour&filter=page~IT'S",
      'metrics=pageviews,visitors&dimensions=bucket&by=day',
      'metrics=visits,bounce_rate&dimensions=bucket&period=90d&by=week&sort=-visits',
      'metrics=visits&dimensions=bucket&period=12mo&by=month&tz=asia/kolkata',
      'metrics=visits&dimensions=site,exit_page',
      'metrics=events,visitors,visits,revenue.EUR&dimensions=event,prop.plan,country',
      'metrics=events,revenue.EUR&dimensions=source&filter=event:Purchase&filter=prop.plan:pro',
      'metrics=revenue.EUR,events&dimensions=event,prop.plan',
      'metrics=events,revenue.EUR&dimensions=bucket&by=day&sort=-revenue.EUR',
      'metrics=visits&dimensions=source,country&filter=country!:fr&filter=hostname:Example.ORG',
      'metrics=visits,visitors,bounce_rate&filter=country:AQ&dimensions=source',
      'metrics=pageviews,visitors',
    ]) {
      await reader.go(`/?site=asked&report=explore&${asked}`);
      await answer(reader).getByText('As SQL').waitFor();
      await reader.settled();
      const [, request = ''] = /'([^']+)'$/.exec(await code(reader, 'As API request')) ?? [];
      const response = await fetch(request, { headers: { authorization: `Bearer ${key}` } });
      const { data } = Object(await response.json());
      const sql = await code(reader, 'As SQL');
      const rows = (await bi.rows(sql)).map((row) => row.map(plain));
      expect([asked, ...rows]).toEqual([asked, ...data.map((row: object) => Object.values(row).map(plain))]);
      expect([asked, (await reader.rows(answer(reader))).length]).toEqual([asked, rows.length]);
    }
    await reader.go('/?site=asked&report=explore&metrics=revenue.EUR&dimensions=prop.plan');
    await reader.expectSomeRows(answer(reader), /^pro \| €\d+\.\d\d$/);
  });

  test('some have no SQL form, and say why', async () => {
    const { reader } = await look('/?site=asked&report=explore');
    for (const [asked, why] of [
      ['visits,pageviews&dimensions=source', 'no view counts all of Visits, Pageviews'],
      ['visits,visitors', 'no view counts all of Visits, Visitors'],
      ['visits&dimensions=page', 'the view sessions cannot say this by page'],
      ['visits&dimensions=source&filter=event:Purchase', 'the view sessions cannot say this by event'],
      ['new_visitors', 'no view counts all of New visitors'],
      ['visits,events&dimensions=source', 'no view counts all of Visits, Events'],
    ]) {
      await reader.go(`/?site=asked&report=explore&metrics=${asked}`);
      await reader.button('As SQL').click();
      await reader.dialog().getByText(`This question has no SQL form: ${why}.`).waitFor();
      await reader.dialog().getByRole('button', { name: 'Close' }).click();
      await eventually(() => reader.dialog().count(), 0);
    }
  });
});
