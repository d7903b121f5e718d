import { eventually } from '../harness/eventually.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

test('what a page reports as events is in the reports, with its revenue to the cent', async () => {
  const link =
    '<a href="/thanks" data-tallyhouse-event="Continue" data-tallyhouse-button="below">Continue</a>';
  const site = await stage.site({ body: link });
  const page = await stage.visit(`${site.url}/checkout?utm_source=paper&utm_medium=print`);
  await page.evaluate(`
    tallyhouse.event('Purchase', { plan: 'pro', seats: 3, trial: false }, { amount: '0.1', currency: 'eur' });
    tallyhouse.event('Purchase', { plan: 'team' }, { amount: 0.2, currency: 'EUR' });
    tallyhouse.event('Purchase', { plan: 'pro' }, { amount: '-12.3456', currency: 'USD' });
  `);
  await page.click('a');
  await page.waitForURL('**/thanks');

  const about = `site_id=${site.id}&period=1h`;
  const revenue = [
    { currency: 'EUR', amount: '0.3' },
    { currency: 'USD', amount: '-12.3456' },
  ];
  const one = { unique_visitors: 1, sessions: 1, conversion_rate: 100 };
  await eventually(
    () => stage.report(`/events?${about}`),
    [
      { event: 'Purchase', events: 3, ...one, revenue },
      { event: 'Continue', events: 1, ...one, revenue: [] },
    ],
  );
  expect(await stage.report(`/events/Continue/properties?property=button&${about}`)).toEqual([
    { value: 'below', events: 1, unique_visitors: 1, revenue: [] },
  ]);
  const exported = await stage.rows(`/export/events?format=jsonl&${about}`);
  // Each was a request of its own, and the order of those that come together is nobody's.
  expect(exported.map((row) => `${row['event']} ${row['page_path']} ${row['props']}`).sort()).toEqual([
    'Continue /checkout {"button":"below"}',
    'Purchase /checkout {"plan":"pro","seats":"3","trial":"false"}',
    'Purchase /checkout {"plan":"pro"}',
    'Purchase /checkout {"plan":"team"}',
  ]);
  const goal = {
    goal: 'event:Purchase',
    conversions: 3,
    converting_visitors: 1,
    conversion_rate: 100,
    revenue,
  };
  await eventually(
    () => stage.report(`/sources?goal=event:Purchase&${about}`),
    [{ source: 'paper', medium: 'print', visits: 1, unique_visitors: 1, bounce_rate: 0, goals: [goal] }],
  );
});
