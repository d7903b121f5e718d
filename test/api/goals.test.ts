import { emptyRow } from '@tallyhouse/ping';
import { hoursAgo, minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const [anna, ben] = [visit(minutesAgo(60)), visit(minutesAgo(50))];
/** A visit that began before the period of two hours. */
const cleo = visit(minutesAgo(130));
const { visitor_id, session_id, pageview_id } = emptyRow;
const nobody = { visitor_id, session_id, pageview_id };

beforeAll(async () => {
  const eur = (amount: string) => ({ event: 'Purchase', amount, currency: 'EUR' });
  const signup = (page_path: string, plan: string) => ({ event: 'Signup', page_path, props: { plan } });
  await service.insert([
    ping(minutesAgo(60), anna, { page_path: '/' }),
    ping(minutesAgo(50), ben, { page_path: '/' }),
    ping(minutesAgo(40), ben, { page_path: '/thanks' }),
    ping(minutesAgo(130), cleo, { page_path: '/' }),
    ping(minutesAgo(30), cleo, { page_path: '/thanks' }),
    ping(minutesAgo(125), cleo, { event: 'Signup' }),
    ping(minutesAgo(58), anna, signup('/', 'pro')),
    ping(minutesAgo(56), anna, signup('/pricing', 'free')),
    ping(minutesAgo(29), cleo, signup('/thanks', 'team')),
    ping(minutesAgo(55), { ...nobody, session_id: anna.session_id }, { ...eur('9.90'), event_id: 'order-1' }),
    // The same order again, later and with another amount: it does not count.
    ping(minutesAgo(54), nobody, { ...eur('99'), event_id: 'order-1' }),
    ping(minutesAgo(28), nobody, eur('-0.05')),
    ping(minutesAgo(27), cleo, { event: 'Purchase', amount: '12345678901234.5', currency: 'USD' }),
  ]);
});

/** The data of a report over two hours, in which Anna and Ben came. */
const dataOf = (path: string, parameters: Record<string, string | string[]>) =>
  service.data(path, { period: '2h', ...parameters });

/** A goal of a row; the revenue as texts. */
const goal = (
  text: string,
  conversions: number,
  converting_visitors: number,
  conversion_rate: number | null,
  ...sums: string[]
) => ({
  goal: text,
  conversions,
  converting_visitors,
  conversion_rate,
  revenue: sums.map((sum) => ({ currency: sum.slice(0, 3), amount: sum.slice(4) })),
});

test('goals count all conversions, those without a session too, in the order asked', async () => {
  const plan = 'event:Signup;prop.plan:pro|team';
  const asked = ['page:/thanks', 'event:Signup', plan, 'page:/thanks', 'event:Purchase'];
  const thanks = goal('page:/thanks', 2, 2, 66.67);
  const purchases = ['EUR 9.85', 'USD 12345678901234.5'];
  expect(await dataOf('/overview', { goal: asked })).toMatchObject({
    unique_visitors: 3,
    goals: [
      thanks,
      goal('event:Signup', 3, 2, 66.67),
      goal(plan, 2, 2, 66.67),
      thanks,
      goal('event:Purchase', 3, 2, 66.67, ...purchases),
    ],
  });
  expect(await dataOf('/overview', { goal: 'event:Nothing' })).toMatchObject({
    goals: [goal('event:Nothing', 0, 0, 0)],
  });
});

test('a refund weeks later belongs to the session of the order', async () => {
  const site_id = 'refunds';
  const shop = { site_id, source: 'Google', page_path: '/shop' };
  const dora = visit(hoursAgo(24 * 40));
  await service.insert([
    ping(hoursAgo(24 * 40), dora, shop),
    seen(hoursAgo(2), shop),
    ping(hoursAgo(1), dora, { site_id, event: 'Refund', amount: '-5', currency: 'EUR' }),
  ]);
  const goals = [goal('event:Refund', 1, 1, 100, 'EUR -5')];
  const asked = { site_id, goal: 'event:Refund' };
  expect(await dataOf('/sources', asked)).toMatchObject([{ source: 'Google', visits: 1, goals }]);
  expect(await dataOf('/pages', asked)).toMatchObject([{ page_path: '/shop', views: 1, goals }]);
});

test('hostile names of rows, pages and events', async () => {
  const site_id = 'hostile';
  const event = `a;b|c\\'"{goal_0:String} 😀 ${'x'.repeat(90)}`;
  const long = (index: number) => `/${'ß😀'.repeat(660)}${index}`;
  const pings = Array.from({ length: 100 }, (_, index) => {
    const names = { page_path: long(index), source: `\\N'${'語'.repeat(400)}${index}` };
    const own = { site_id, ...visit(minutesAgo(20)), ...names };
    const converted = { pageview_id: emptyRow.pageview_id, event, props: { 'a.b': `'|;\\` } };
    return [ping(minutesAgo(20), own), ping(minutesAgo(19), own, converted)];
  });
  await service.insert(pings.flat());
  const text = `event:${event.replace(/[\\;|]/g, '\\$&')};prop.a.b:'\\|\\;\\\\`;
  const each = Array(100).fill(expect.objectContaining({ goals: [goal(text, 1, 1, 100)] }));
  expect(await dataOf('/pages', { site_id, goal: text, limit: '100' })).toEqual(each);
  expect(await dataOf('/sources', { site_id, goal: text, limit: '100' })).toEqual(each);
  expect(await dataOf('/overview', { site_id, goal: `page:${long(7)}` })).toMatchObject({
    goals: [{ conversions: 1 }],
  });
});
