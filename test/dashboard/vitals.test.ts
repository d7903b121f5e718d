import { expectNoBarriers } from './barriers.ts';
import { useDashboard } from './stage.ts';
import { trafficOf } from './traffic.ts';

const slow = { lcp_ms: 4200, inp_ms: 300, cls: 0.3, fcp_ms: 1900, ttfb_ms: 900 };
const fast = { lcp_ms: 900, inp_ms: 40, cls: 0, fcp_ms: 700, ttfb_ms: 90 };

/** Four of the five views of this week have values: three fast ones, and a slow one on a phone. */
const [home, guide, phone, letter] = trafficOf('vitals');
const pings = [
  { ...home, vitals: fast },
  { ...guide, vitals: fast },
  { ...phone, vitals: slow },
  { ...letter, vitals: { ...fast, inp_ms: 210 } },
];
const { look } = useDashboard(pings as Parameters<typeof useDashboard>[0]);

test('web vitals are shown with their classes, by page, device and country, and for one page', async () => {
  const { reader, page } = await look('/?site=vitals');
  const card = reader.panel('Web vitals');
  await reader.expectText(
    card.locator('dl'),
    'LCP 900 ms Good INP 210 ms Needs improvement CLS 0 Good FCP 700 ms Good TTFB 90 ms Good',
  );
  await card.getByRole('img', { name: 'Good 50%, Needs improvement 50%, Poor 0%' }).waitFor();
  await reader.expectRows('Web vitals', ['/guide | 3 | 4.2 s | 300 ms | 0.3', '/ | 1 | 900 ms | 40 ms | 0']);
  await card.getByRole('button', { name: 'Devices' }).click();
  await reader.expectRows('Web vitals', [
    'Desktop | 3 | 900 ms | 210 ms | 0',
    'Phone | 1 | 4.2 s | 300 ms | 0.3',
  ]);
  await expectNoBarriers(reader);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoBarriers(reader, 'colours');
  await card.getByRole('button', { name: 'Pages' }).click();
  await card.getByRole('button', { name: '/', exact: true }).click();
  await reader.expectText(reader.heading(), 'Home');
  await reader.expectText(
    card.locator('dl'),
    'LCP 900 ms Good INP 40 ms Good CLS 0 Good FCP 700 ms Good TTFB 90 ms Good',
  );
});

test('without any there is no card', async () => {
  const { reader, page } = await look('/?site=blog');
  await reader.panel('Data received').locator('dl').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await reader.panel('Web vitals').count()).toBe(0);
});
