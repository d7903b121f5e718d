import fc from 'fast-check';
import { noon } from '../arrival-under-test.ts';
import { deriveId } from './derive.ts';
import { createSessionWindow, inMemory, type NameSession, type Sighting } from './session-window.ts';
import { timeOf } from './uuid7.ts';

const minute = 60_000;
const hour = 60 * minute;
const sighting = { site: 'blog', visitor: 'v', type: 'view', path: '/', pageview: undefined } as const;

function openWindow(limit?: number) {
  const nameOf: NameSession = ({ site, visitor }, halfHour) => deriveId('secret', halfHour, site, visitor);
  const window = createSessionWindow(nameOf, inMemory(limit));
  const seen = (at: number, rest: Partial<Sighting> = {}) => window.sessionOf({ ...sighting, at, ...rest });
  return { window, seen };
}

test('pings less than 30 minutes apart are one session', () => {
  const { seen } = openWindow();
  expect(new Set([0, 29, 58, 87].map((minutes) => seen(noon + minutes * minute))).size).toBe(1);
});

test('30 minutes of silence end it', () => {
  const { seen } = openWindow();
  expect(seen(noon)).not.toBe(seen(noon + 30 * minute));
});

test('24 hours end it', () => {
  const { seen } = openWindow();
  const sessions = Array.from({ length: 80 }, (_, i) => seen(noon + i * 20 * minute));
  expect(new Set(sessions.slice(0, 73)).size).toBe(1);
  expect(sessions[73]).not.toBe(sessions[0]);
});

test('a session is named after the half hour in which it begins, alike in two processes', () => {
  expect(timeOf(openWindow().seen(noon + 47 * minute))).toBe(noon + 30 * minute);
  expect(openWindow().seen(noon + minute)).toBe(openWindow().seen(noon + 20 * minute));
});

test('sites and visitors have their own sessions', () => {
  const { seen } = openWindow();
  const sessions = [seen(noon), seen(noon, { site: 'shop' }), seen(noon, { visitor: 'w' })];
  expect(new Set(sessions).size).toBe(3);
});

test('a page read for hours goes on with its session', () => {
  const { window, seen } = openWindow();
  const session = seen(noon);
  window.rememberView(session, '/', 'p1');
  expect(seen(noon + 3 * hour, { type: 'engage' })).toBe(session);
  expect(seen(noon + 6 * hour, { type: 'engage', pageview: 'p1' })).toBe(session);
  expect(seen(noon + 6 * hour + minute)).toBe(session);
});

test('another page, another pageview or another day do not', () => {
  const { window, seen } = openWindow();
  const session = seen(noon);
  window.rememberView(session, '/', 'p1');
  expect(seen(noon + 3 * hour, { type: 'engage', path: '/other' })).not.toBe(session);
  expect(seen(noon + 6 * hour, { type: 'engage', pageview: 'p2' })).not.toBe(session);
  expect(seen(noon + 25 * hour, { type: 'engage', pageview: 'p1' })).not.toBe(session);
});

test('an import that jumps back in time finds the session it left', () => {
  const { seen } = openWindow();
  const [first, second] = [seen(noon), seen(noon + 5 * hour)];
  expect(seen(noon + 10 * minute)).toBe(first);
  expect(seen(noon + 5 * hour - 5 * minute)).toBe(second);
});

test('whatever the order of its pings, no two sessions of a visitor share a name', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 * hour }), { maxLength: 40 }), (offsets) => {
      const names: string[] = [];
      const window = createSessionWindow((_, halfHour) => {
        names.push(deriveId('secret', halfHour, 'v'));
        return names.at(-1) ?? '';
      });
      let latest: string[] = [];
      for (const offset of offsets) {
        const named = names.length;
        window.sessionOf({ ...sighting, at: noon + offset });
        if (names.length === named) continue;
        expect(latest).not.toContain(names.at(-1));
        latest = names.slice(-4);
      }
    }),
  );
});

test('the least recent visitors are forgotten', () => {
  const { seen } = openWindow(10);
  const sessions = Array.from({ length: 100 }, (_, i) => seen(noon, { visitor: `v${i}` }));
  expect(seen(noon + 35 * minute, { visitor: 'v0' })).not.toBe(sessions[0]);
  expect(seen(noon + 29 * minute, { visitor: 'v99' })).toBe(sessions[99]);
});
