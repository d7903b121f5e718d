import { withBrowser } from '../harness/browser.ts';
import { type Standalone, sharedStandalone } from '../harness/shared/ask.ts';
import { useReaders } from './stage.ts';

/** The whole service, from `npm start` to a visit that shows on the dashboard. */

const open = useReaders();
let service: Standalone;
beforeAll(async () => {
  service = await sharedStandalone();
});

/** Opens a page as a visitor with a profile of their own, until its view has arrived. */
const visit = (path: string) =>
  withBrowser(async (context) => {
    const page = await context.newPage();
    const arrived = page.waitForResponse((response) => response.status() === 202);
    await page.goto(`${service.queryUrl}${path}`);
    await arrived;
  });

test('an empty site shows its script tag, and turns into the dashboard with its first visit', async () => {
  const { queryUrl, key, tag } = service;
  const { reader } = await open(`${queryUrl}/?site=blog#key=${key}`, { clock: 'real' });
  await reader.page.getByText('No pings from blog yet').waitFor();
  await reader.expectText('.code code', tag);

  await visit('/demo?utm_source=newsletter&utm_medium=email&utm_campaign=first');
  await reader.expectRows('Right now', ['Demo - Tallyhouse | 1']);
  await reader.expectText('.online', '1 online now');
  await reader.expectFigures({ Visitors: '1 from 0' });
  await reader.expectRows('Sources', ['newsletter email | 1 | 1 | 100%']);

  await visit('/demo/second');
  await reader.expectText('.online', '2 online now');
});
