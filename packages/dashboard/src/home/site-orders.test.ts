import { ordered, siteOrders } from './site-orders.ts';
import { listed } from './site-under-test.ts';

const at = (time: string) => ({ last_ping_at: `2026-11-21T${time}:00.000Z` });
const online = { online: 2, silentMs: 1_800_000 };
const sites = [
  listed('never', {}),
  listed('shop', { unique_visitors: 5, sessions: 9, change: -10, ...at('10:00') }),
  listed('blog', { unique_visitors: 5, sessions: 8, pageviews: 20, ...at('09:00') }),
  listed('News', { unique_visitors: 3, pageviews: 30, change: 40, ...at('09:30') }, online),
];

test.each([
  ['visitors', 'blog shop News never'],
  ['sessions', 'shop blog never News'],
  ['pageviews', 'News blog never shop'],
  ['change', 'News shop blog never'],
  ['online', 'News blog never shop'],
  ['silence', 'News blog shop never'],
  ['name', 'blog never News shop'],
] as const)('by %s sites are %s', (order, names) => {
  const found = ordered(sites, order).map(({ name }) => name);
  expect(found.join(' ')).toBe(names);
  expect(siteOrders).toContain(order);
});
