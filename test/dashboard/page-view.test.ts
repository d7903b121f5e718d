import { emptyRow } from '@tallyhouse/ping';
import { eventually } from '../harness/eventually.ts';
import { type Reader, textOf } from './reader.ts';
import { useDashboard } from './stage.ts';
import { traffic } from './traffic.ts';

/** Two of the three visits of this week sign up after they read the guide. */
const signups = [traffic[1], traffic[4]].flatMap((ping) =>
  ping
    ? {
        visitor_id: ping.visitor_id,
        session_id: ping.session_id,
        pageview_id: emptyRow.pageview_id,
        pinged_at: ping.pinged_at + 60_000,
        event: 'Signup',
      }
    : [],
);
const dashboard = useDashboard([...traffic, ...signups]);
const { withReader } = dashboard;

const chips = ({ page }: Reader) => page.locator('.chip .words').allInnerTexts();

test('its numbers are compared, and its views, visitors and visits are drawn over time', async () => {
  await withReader('/?page=%2F', async (reader) => {
    const { page } = reader;
    await eventually(() => reader.figure('Pageviews'), '2 ▲ +100%');
    await eventually(() => reader.figure('Entries'), '1 no change');
    await eventually(() => reader.figure('Exit rate'), '50% ▼ -50.0 pp');
    await eventually(() => reader.figure('Scroll depth'), '100% ▲ +50.0 pp');
    await eventually(() => reader.figure('Focus time'), '8s ▲ +650%');
    const line = page.getByRole('slider', { name: 'Pageviews over time' });
    const words = async () => (await line.getAttribute('aria-valuetext'))?.replaceAll(',', '');
    await eventually(words, 'Sat 21 Nov: 1 Sat 14 Nov: 0');
    await line.focus();
    await line.press('ArrowLeft');
    await eventually(words, 'Fri 20 Nov: 1 Fri 13 Nov: 1');
    await page.getByRole('group', { name: 'Line' }).getByRole('button', { name: 'Visits' }).click();
    await page.getByRole('slider', { name: 'Visits over time' }).waitFor();
  });
});

test('it shows where its readers came from, what they did right before, and what they reached after', async () => {
  await withReader('/?page=%2Fguide', async (reader) => {
    await eventually(
      () => reader.rows('Right before'),
      [
        ['Start of the visit', '2', '66.7%'],
        ['/', '1', '33.3%'],
      ],
    );
    await eventually(
      () => reader.rows('Reached after this page'),
      [['Event is Signup', '2', '66.7%', expect.any(String)]],
    );
    await eventually(
      () => reader.rows('Places'),
      [
        ['Netherlands', '2'],
        ['United States', '1'],
      ],
    );
    await eventually(async () => (await reader.rows('Sources')).length, 3);
    await reader.button('Google').click();
    // The page itself is no filter of the address.
    await eventually(() => chips(reader), ['Source is Google', 'Medium is organic']);
    await eventually(() => reader.rows('Places'), [['Netherlands', '1']]);
    await eventually(() => reader.figure('Pageviews'), '1 from 0');
    await reader.button('/').click();
    await eventually(() => textOf(reader.page.getByRole('heading', { level: 1 })), 'Home');
  });
});

test('its lists open in full for the page alone', async () => {
  await withReader('/?page=%2F', async (reader) => {
    await eventually(async () => (await reader.rows('Sources')).length, 2);
    const sources = reader.page.getByRole('region', { name: 'Sources', exact: true });
    await sources.getByRole('button', { name: 'Details' }).click();
    await reader.page.getByRole('dialog').getByText('1–2 of 2').waitFor();
  });
});
