import { emptyRow } from '@tallyhouse/ping';
import { hoursAgo, minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** The data of a report over two hours. */
const dataOf = (path: string, parameters: Record<string, string | string[]>) =>
  service.data(path, { period: '2h', ...parameters });

/** A goal of a row, with its revenue as text. */
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
