import { pingsOfDay } from './day.ts';
import { dayOf } from './rhythm.ts';

const pings = Array.from({ length: 3 }, (_, back) => pingsOfDay(dayOf(Date.UTC(2026, 10, 20)) - back)).flat();
const events = pings.filter(({ event }) => event !== '');
const sessionsWith = (holds: (ping: (typeof pings)[number]) => boolean) =>
  new Set(pings.filter(holds).map(({ session_id }) => session_id));

test('fewer visits reach each step from the prices to the purchase', () => {
  const prices = sessionsWith(({ page_path, event }) => page_path === '/pricing' && event === '').size;
  const signups = sessionsWith(({ event }) => event === 'Signup').size;
  const purchases = sessionsWith(({ event }) => event === 'Purchase').size;
  expect(purchases).toBeGreaterThan(5);
  expect(signups).toBeGreaterThan(purchases);
  expect(prices).toBeGreaterThan(signups);
});

test('purchases bring revenue in two currencies, each order once, and every event is within a visit', () => {
  const purchases = events.filter(({ event }) => event === 'Purchase');
  expect(new Set(purchases.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'USD']));
  expect(new Set(purchases.map(({ event_id }) => event_id)).size).toBe(purchases.length);
  const visits = sessionsWith(({ event }) => event === '');
  expect(events.filter(({ session_id }) => !visits.has(session_id))).toEqual([]);
});
