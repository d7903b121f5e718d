import fc from 'fast-check';
import { deriveId } from '../pipeline/identity/derive.ts';
import { createSessions, type VisitSpan } from './sessions.ts';

const minute = 60_000;
const halfHour = 30 * minute;
const day = 24 * 60 * minute;
const noon = Date.UTC(2026, 2, 10, 12);

/** The state's file, as maps. */
function createFile() {
  const visits = new Map<string, VisitSpan[]>();
  const visitors = new Map<string, number>();
  return {
    visits: {
      get: (owner: string) => structuredClone(visits.get(owner)),
      putSync: (owner: string, spans: VisitSpan[]) => visits.set(owner, structuredClone(spans)),
    },
    visitors: {
      get: (visitor: string) => visitors.get(visitor),
      putSync: (visitor: string, run: number) => visitors.set(visitor, run),
    },
  };
}

/** An import that may be killed and started again: gives the session of a page view. */
function importInto(file: ReturnType<typeof createFile>, run = 1) {
  const sessions = createSessions(file, run, (start, owner) => deriveId('secret', start, owner));
  return {
    sessionAt: (at: number, owner = 'ann') => sessions.find(owner, at, halfHour, true).id,
    visitsIn: (times: readonly number[]) =>
      times.filter((at) => sessions.find('ann', at, halfHour, true).isNew).length,
    save() {
      sessions.save();
      sessions.saved();
    },
  };
}

test('half an hour without a page view ends a session, a day does too', () => {
  const { sessionAt } = importInto(createFile());
  const first = sessionAt(noon);
  expect(sessionAt(noon + halfHour - 1)).toBe(first);
  expect(sessionAt(noon + 2 * halfHour)).not.toBe(first);
  expect(sessionAt(noon, 'bob')).not.toBe(first);
  const long = new Set(
    Array.from({ length: 3 * 72 }, (_, index) => sessionAt(noon + index * 20 * minute, 'carl')),
  );
  expect(long.size).toBe(3);
});

test('a line that comes too late still belongs to the session that it begins', () => {
  const { sessionAt } = importInto(createFile());
  const session = sessionAt(noon);
  expect(sessionAt(noon - 9 * minute)).toBe(session);
  expect(sessionAt(noon - 15 * minute)).not.toBe(session);
});

const times = fc.array(fc.integer({ min: 0, max: 3 * day }), { minLength: 1, maxLength: 60 });

test('in the order of time, sessions are what pauses of half an hour make of the page views', () => {
  fc.assert(
    fc.property(times, (some) => {
      const sorted = some.map((time) => noon + Math.floor(time / 3)).sort((one, other) => one - other);
      const { sessionAt } = importInto(createFile());
      const found = sorted.map((at) => sessionAt(at));
      for (let index = 1; index < sorted.length; index++) {
        const pause = (sorted[index] ?? 0) - (sorted[index - 1] ?? 0);
        // Longer than a day it cannot be: all times lie within one.
        expect(found[index] === found[index - 1]).toBe(pause < halfHour);
      }
    }),
  );
});

test('in any order, however it is cut or killed: the same page view is in the same session again', () => {
  fc.assert(
    fc.property(
      times,
      fc.array(fc.nat(), { maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      (some, cuts, order) => {
        const file = createFile();
        const all = some.map((time) => noon + time);
        let running = importInto(file);
        const first = new Map<number, string>();
        for (const [index, at] of all.entries()) {
          first.set(at, running.sessionAt(at));
          running.save();
          if (cuts.some((cut) => cut % all.length === index)) running = importInto(file, 2);
        }
        const shuffled = [...all].sort(() => (order.next().value % 3) - 1);
        const again = importInto(file, 3);
        for (const at of shuffled) expect(again.sessionAt(at)).toBe(first.get(at));
        for (const at of all) {
          const made = Number.parseInt(String(first.get(at)).replace('-', '').slice(0, 12), 16);
          expect(made).toBeGreaterThan(at - day);
          expect(made).toBeLessThanOrEqual(at + 10 * minute);
        }
      },
    ),
  );
});

test('each run counts a visit once, also one that an earlier run knows', () => {
  const file = createFile();
  const views = [noon, noon + minute, noon + day, noon + day + minute];
  const first = importInto(file, 1);
  expect(first.visitsIn(views)).toBe(2);
  first.save();
  expect(importInto(file, 2).visitsIn(views)).toBe(2);
  const resumed = importInto(file, 1);
  expect(resumed.visitsIn(views)).toBe(0);
});
