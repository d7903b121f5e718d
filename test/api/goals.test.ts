import { emptyRow } from '@tallyhouse/ping';
import { minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

const anna = visit(minutesAgo(60));
const ben = visit(minutesAgo(50));
/** A visit that began before the period. */
const cleo = visit(minutesAgo(130));
const none = {
  visitor_id: emptyRow.visitor_id,
  session_id: emptyRow.session_id,
  pageview_id: emptyRow.pageview_id,
};

beforeAll(async () => {
  service = await startQueryService();
  const google = { source: 'Google', medium: 'organic', country: 'NL', region: 'Utrecht', browser: 'Firefox' };
  const bing = { source: 'Bing', medium: 'organic', country: 'NL', region: 'Gelderland', browser: 'Firefox' };
  await service.insert([
    { pinged_at: minutesAgo(60), ...anna, ...google, page_path: '/' },
    { pinged_at: minutesAgo(57), ...anna, page_path: '/pricing' },
    { pinged_at: minutesAgo(50), ...ben, ...bing, page_path: '/' },
    { pinged_at: minutesAgo(40), ...ben, page_path: '/thanks' },
    { pinged_at: minutesAgo(130), ...cleo, ...google, page_path: '/' },
    { pinged_at: minutesAgo(30), ...cleo, page_path: '/thanks' },
    { pinged_at: minutesAgo(58), ...anna, event: 'Signup', page_path: '/', props: { plan: 'pro' } },
    { pinged_at: minutesAgo(56), ...anna, event: 'Signup', page_path: '/pricing', props: { plan: 'free' } },
    { pinged_at: minutesAgo(29), ...cleo, event: 'Signup', page_path: '/thanks', props: { plan: 'team' } },
    { pinged_at: minutesAgo(125), ...cleo, event: 'Signup' },
    {
      pinged_at: minutesAgo(55),
      ...none,
      session_id: anna.session_id,
      event: 'Purchase',
      event_id: 'order-1',
      amount: '9.90',
      currency: 'EUR',
    },
    { pinged_at: minutesAgo(54), ...none, event: 'Purchase', event_id: 'order-1', amount: '99', currency: 'EUR' },
    { pinged_at: minutesAgo(28), ...none, event: 'Purchase', amount: '-0.05', currency: 'EUR' },
    { pinged_at: minutesAgo(27), ...cleo, event: 'Purchase', amount: '12345678901234.5', currency: 'USD' },
  ]);
});
afterAll(() => service.stop());

test.each(['/overview', '/sources', '/pages', '/geo', '/devices', '/breakdown', '/pageviews-over-time'])('x %s', async (path) => {
  const { body } = await service.report(path, {
    period: '2h',
    goal: ['event:Signup', 'event:Purchase', 'page:/thanks'],
    ...(path === '/breakdown' && { dimension: 'country' }),
  });
  require('node:fs').appendFileSync('/tmp/goals-out.txt', path + JSON.stringify(body, null, 1) + '\n');
});
