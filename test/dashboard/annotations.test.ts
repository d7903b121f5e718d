import { hoursAgo, iso, key } from '../api/present.ts';
import { writerOf } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { expectOpenToAll } from './barriers.ts';
import { Gate } from './gate.ts';
import { keyOf } from './listed.ts';
import { useDashboard } from './stage.ts';
import { trafficOf } from './traffic.ts';

/** Annotations on the chart, and those who write them. */

const dashboard = useDashboard([...trafficOf('noted'), ...trafficOf('marked')]);
const { look, open } = dashboard;

const manage = (method: string, body?: object, path = '') =>
  fetch(`${dashboard.url}/api/manage/v1/annotations${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
/** The path of the annotation that begins so. */
async function pathOf(begin: string): Promise<string> {
  const { data } = Object(await (await manage('GET')).json());
  return `/${data.find(({ text }: { text: string }) => text.startsWith(begin)).id}`;
}

test('somebody notes what happened, sees it on the chart and in the table, changes it, and deletes it', async () => {
  const { reader, page } = await look('/?site=noted&period=7d&tz=UTC');
  await reader.settled();
  await reader.press('+');
  await reader.says('There are none in this period.');
  const text = reader.field('Text');
  const isFocused = () => text.evaluate((field) => field.matches(':focus'));
  expect(await isFocused()).toBe(true);
  await reader.fill({ Text: 'v2.3 released', Time: '2026-11-20T12:30' });
  await page.getByLabel('A release').check();
  const gate = await Gate.close(page, '**/manage/v1/annotations');
  for (const key of ['Enter', 'Enter']) await text.press(key);
  await gate.releaseAll(page);
  expect(gate.held).toBe(1);
  await reader.expectText('.notes p', /^Release · Fri,? 20 Nov 2026(,| at) 12:30 · Notebook v2.3 released$/);
  await reader.click('Edit v2.3 released');
  // The form is filled with the current values.
  await reader.button('Save').waitFor();
  expect(await isFocused()).toBe(true);
  await reader.fill({ 'Until (if it lasted)': '2026-11-20T12:30' });
  await reader.clickUntil('Save', 'Until must be after the beginning.');
  await reader.fill({ Text: 'v2.4 released', 'Until (if it lasted)': '2026-11-20T13:00' });
  const theirs = { at: '2026-11-20T11:45:00Z', text: 'Theirs', sites: ['noted'], kind: 'release' };
  expect((await manage('PUT', theirs, await pathOf('v2.3'))).status).toBe(200);
  await reader.click('Save');
  const conflict = reader.panel('Changed meanwhile');
  await reader.expectTexts(conflict.getByRole('group'), [
    'Text Yours: v2.4 released Theirs: Theirs',
    'Time Yours: 2026-11-20 12:30 Theirs: 2026-11-20 11:45',
  ]);
  await conflict.getByLabel('Yours: 2026-11-20 12:30').check();
  await reader.click('Save with these choices');
  expect(reader.complaints.splice(0)).toEqual([expect.stringContaining('status of 409')]);
  await reader.expectText(
    '.notes p',
    /^Release · Fri,? 20 Nov 2026(,| at) 12:30 ?– ?13:00 · Notebook v2.4 released$/,
  );
  await expectOpenToAll(reader);
  await reader.click('Close');
  // Until the annotations of the next period are there, those of this one are shown.
  const listed = page.waitForResponse((response) => /annotations\?.*2026-11-18/.test(response.url()));
  // The days that it is compared with are more, and earlier.
  await reader.go('/?site=noted&period=2026-11-18_2026-11-21&compare=2026-11-01_2026-11-17&tz=UTC');
  await listed;
  await reader.click('Show as a table');
  await reader.expectSomeRows('Summary', /20 Nov.* \| v2.4 released$/);
  await reader.click('Show as a table');
  const marker = reader.button('v2.4 released');
  await marker.hover();
  await reader.expectText('.marker', /^Fri,? 20 Nov 2026(,| at) 12:30 ?– ?13:00 v2.4 released$/);
  await marker.press('Enter');
  const again = { ...theirs, text: 'Theirs again' };
  expect((await manage('PUT', again, await pathOf('v2.4'))).status).toBe(200);
  await reader.clickUntil('Delete v2.4 released', 'Somebody else has changed this meanwhile.');
  await reader.clickUntil('Delete Theirs again', 'There are none in this period.');
  await reader.click('Close');
  await eventually(() => page.locator('.marker').count(), 0);
});

test('thousands are few markers, all listed, and hours without data are hatched; a key that only reads has no form', async () => {
  const texts = Array.from({ length: 30 }, (_, number) => `note ${number}`);
  await Promise.all(
    texts.map((text, number) => manage('POST', { at: iso(hoursAgo(number)), text, sites: ['marked'] })),
  );
  const gap =
    "generateUUIDv4(), 1, '2026-11-18 10:00:00', '2026-11-18 14:00:00', '4 hours without data.', ['marked'], 'gap'";
  const others =
    "generateUUIDv4(), 1, toDateTime('2026-11-17 10:00:00', 'UTC') + number, null, 'deployed', ['marked'], 'note' from numbers(2100)";
  const client = writerOf(dashboard.database);
  await client.command({
    query: `insert into annotations (annotation_id, version, at, until, text, sites, kind) select ${gap} union all select ${others}`,
  });
  await client.close();
  const { reader, page } = await look('/?site=marked&period=7d&by=hour&tz=UTC');
  await reader.settled();
  await eventually(() => page.locator('.hatched').count(), 1);
  const counts = async () => (await page.locator('.marker').allTextContents()).length;
  await eventually(async () => (await counts()) > 1 && (await counts()) < 20, true);
  await expectOpenToAll(reader);
  await reader.press('+');
  await eventually(async () => (await page.locator('.notes li').count()) > 2100, true);
  // The service's text would be English in any language.
  await reader.button('Delete Without data').waitFor();
  expect(await page.getByText('4 hours without data.').count()).toBe(0);
  await reader.click('Close');
  const other = await open('/?site=blog', { key: keyOf('client') });
  await other.reader.settled();
  await other.reader.click('Annotations');
  await other.page.getByText('There are none in this period.').waitFor();
  expect(await other.page.getByLabel('Text').count()).toBe(0);
});
