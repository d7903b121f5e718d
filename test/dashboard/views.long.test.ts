import { reportNames } from '@tallyhouse/dashboard/url/view';
import { minutesAgo, seen } from '../api/present.ts';
import { expectNoBarriers, expectOpenToAll } from './barriers.ts';
import { keyOf } from './listed.ts';
import type { Reader } from './reader.ts';
import { expectNothingMoves, type Screen } from './shift.ts';
import { useDashboard } from './stage.ts';
import { expectTouchable } from './whole.ts';
import { long, wordy } from './wordy.ts';

/** Every view, with long words at every place. */

const dashboard = useDashboard([
  ...wordy,
  ...[1, 2, 7, 20].map((minutes) => ({
    ...seen(minutesAgo(minutes), { site_id: 'now', source: 'Google', country: 'NL' }),
    page_path: '/guide',
    page_title: `The guide ${long}`,
  })),
]);
const { look, open } = dashboard;
beforeAll(() =>
  dashboard.insertCrawls(
    Array.from({ length: 12 }, (_, index) => ({
      site_id: 'wordy',
      occurred_at: minutesAgo(60 + index),
      page_path: `/${long}${index}`,
      name: `${index} ${long}`,
      operator: long,
      purpose: 'training',
    })),
  ),
);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

interface View {
  address: string;
  /** A text or a label that shows that it is there; by default the heading of the last panel. */
  shows?: string | RegExp;
  key?: string;
  /** Buttons that open more of it. */
  clicks?: (string | RegExp)[];
  more?: (reader: Reader) => Promise<unknown>;
}

const steps = `step=page:/read&step=page~${long}&step=event~${long}&split=city&depth=6`;
const results = {
  realtime: 'Pageviews as they happen',
  wall: 'As it happens',
  funnel: 'Reach the end',
  retention: 'New visitors of',
  journeys: 'Place 3',
  explore: 'Choose a number, or begin with an example',
  crawlers: 'New this week',
  settings: 'Line for its pages',
  access: 'Create the key',
  alerts: 'There are no rules yet.',
};
const shapes = [
  'source,country&show=table',
  'source,country&show=bars',
  'source,country&show=heat',
  'bucket,source&show=lines',
];
const explored = shapes.map(
  (shape) => `/?site=wordy&report=explore&metrics=visits,bounce_rate&dimensions=${shape}`,
);
const tabs = ['Entry pages', 'Campaigns', 'Cities', 'Browsers', 'Show as a table'];
const views: View[] = [
  { address: '/', shows: 'Stay signed in', key: '' },
  { address: '/#key=wrong', shows: 'Wrong key.', key: '' },
  { address: '/?site=wordy' },
  { address: '/?site=wordy&goal=page~A_page', shows: 'Conversion rate' },
  { address: '/?site=wordy', clicks: [/^Properties of /] },
  { address: '/?site=wordy&goal=event:Purchase', clicks: ['Goal Event is Purchase'] },
  { address: '/?site=wordy', clicks: ['More'] },
  { address: '/?site=wordy&filter=country:NL', clicks: ['About Visitors', 'Country is Netherlands'] },
  { address: '/?site=wordy&period=2026-11-01_2026-11-21', clicks: tabs },
  { address: '/?site=wordy', clicks: ['Referrers'] },
  { address: '/?site=wordy&page=%2Fread', shows: 'Before this page' },
  { address: '/?site=wordy&detail=page', shows: 'Search Pages' },
  {
    address: '/?site=blog&filter=country:NL',
    more: async (reader) => {
      await reader.button(/^Filter$/).click();
      await reader.enter('Save the filter as a segment', 'Dutch');
      await reader.page.getByRole('combobox', { name: 'Filter' }).fill('o');
      await reader.page.getByRole('option', { name: 'Google Source' }).waitFor();
    },
  },
  { address: '/?site=blog', more: (reader) => reader.press('?') },
  { address: '/?site=shop', shows: 'No events in this period.' },
  { address: '/?site=shop', clicks: ['Site: shop'] },
  { address: '/', shows: 'shop', key: keyOf('analyst') },
  { address: '/?site=new', shows: 'Waiting for the first ping' },
  { address: '/?site=shop', shows: 'No numbers for shop', key: keyOf('client') },
  { address: `/?filter=${long}&period=99z&tz=Mars/Phobos`, shows: 'This link is not valid' },
  { address: '/?site=now&report=realtime', shows: /The guide/ },
  { address: '/?site=now&report=wall', shows: /The guide/ },
  ...explored.map((address) => ({ address, shows: 'As SQL' })),
  // A browser complains about the entry that no file has of this site: manage.test.ts looks at the settings.
  ...Object.entries(results)
    .filter(([report]) => report !== 'settings')
    .map(([report, shows]) => ({ address: `/?site=wordy&report=${report}&${steps}`, shows })),
];

test('every report is among them', () => {
  expect(Object.keys(results).toSorted()).toEqual(Object.keys(reportNames).toSorted());
});

/** Opens a view and waits until all of it is there. */
async function reach(
  { address, shows = 'Data received', key, clicks = [], more }: View,
  options?: object,
): Promise<Reader> {
  const { reader } = await (key === '' || options
    ? open(address, options ?? { key: '' })
    : look(address, key));
  await reader.page.getByText(shows).or(reader.page.getByLabel(shows)).first().waitFor();
  await reader.settled();
  await reader.click(...clicks);
  await more?.(reader);
  return reader;
}

test.each(views)(
  'axe finds nothing in %j, in the dark and in the light of a phone, and all of it fits',
  async (view) => {
    await expectOpenToAll(await reach(view));
  },
);

test('axe finds nothing where the database is away', async () => {
  const { reader } = await open('/?site=blog');
  await reader.settled();
  const away = 'The database cannot be reached.';
  await reader.fail('**/api/v1/**', 503, away, 'database_unavailable');
  await reader.choose('Period', 'Today');
  await reader.page.getByRole('alert').first().waitFor();
  await expectNoBarriers(reader);
});

test.each([360, 1280])('the page of the API does not scroll sideways at %i', async (width) => {
  const { page } = await open('/docs', { key: '', viewport: { width, height: 800 } });
  const navigation = page.getByRole('navigation', { name: 'Endpoints' });
  await navigation.waitFor({ state: 'attached' });
  expect(await navigation.getByRole('link', { name: '/overview' }).isVisible()).toBe(width > 960);
  for (const summary of await page.locator('section summary').all()) await summary.click();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
});

test.each([
  ['/?site=wordy&detail=entry_page', 'Search Entry pages'],
  ['/?site=wordy&page=%2Fread', 'Before this page'],
  ['/?site=wordy&report=funnel&step=page:/read', 'New step'],
  ...explored.map((address): [string, string] => [address, 'As SQL']),
])('a finger hits everything of %s: it is 44 pixels high', async (address, shows) => {
  await expectTouchable(await reach({ address, shows }, phone));
});

const loads: [address: string, screen: Screen][] = [
  ['/', 'laptop'],
  ['/?site=blog&page=%2Fguide', 'laptop'],
  ['/?site=blog&report=journeys', 'laptop'],
  // Lists with few rows, with one, and with none.
  ['/?site=shop', 'laptop'],
  ['/?site=shop', 'screen'],
  ['/?site=shop', 'phone'],
  ['/?site=shop&filter=country:AQ', 'laptop'],
  ['/?site=shop&filter=country:AQ', 'screen'],
];
test.each(loads)('while %s loads on a %s, nothing in the window moves', async (address, screen) => {
  await expectNothingMoves(look, address, screen);
});

// Three more: realtime.test.ts.
