import { pingsOfDay } from './day.ts';
import { dayOf } from './rhythm.ts';

const pings = Array.from({ length: 3 }, (_, back) => pingsOfDay(dayOf(Date.UTC(2026, 10, 20)) - back)).flat();
const events = pings.filter(({ event }) => event !== '');
const sessionsWith = (holds: (ping: (typeof pings)[number]) => boolean) =>
  new Set(pings.filter(holds).map(({ session_id }) => session_id));

test.each([
  ['blog', '/pricing', 'Signup'],
  ['shop', '/basket', 'Basket'],
  ['courses', '/dates', 'Reserve'],
])('on %s fewer visits reach each step from %s by %s to the purchase', (site, path, step) => {
  const reached = (holds: (ping: (typeof pings)[number]) => boolean) =>
    sessionsWith((ping) => ping.site_id === site && holds(ping)).size;
  const looks = reached(({ page_path, event }) => page_path === path && event === '');
  const steps = reached(({ event }) => event === step);
  const purchases = reached(({ event }) => event === 'Purchase');
  expect(purchases).toBeGreaterThan(5);
  expect(steps).toBeGreaterThan(purchases);
  expect(looks).toBeGreaterThan(steps);
});

test('some visitors come to several of the sites', () => {
  const sites = new Map<string, Set<string>>();
  for (const { visitor_id, site_id } of pings)
    sites.set(visitor_id, (sites.get(visitor_id) ?? new Set()).add(site_id));
  expect([...sites.values()].filter(({ size }) => size > 1).length).toBeGreaterThan(20);
});

test('purchases bring revenue in two currencies, each order once, and every event is within a visit', () => {
  const purchases = events.filter(({ event }) => event === 'Purchase');
  expect(new Set(purchases.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'USD']));
  expect(new Set(purchases.map(({ event_id }) => event_id)).size).toBe(purchases.length);
  const visits = sessionsWith(({ event }) => event === '');
  expect(events.filter(({ session_id }) => !visits.has(session_id))).toEqual([]);
});
