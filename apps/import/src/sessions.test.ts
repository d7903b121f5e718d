import { deriveId } from '@tallyhouse/ingest/pipeline';
import { timeInId } from '@tallyhouse/ping';
import fc from 'fast-check';
import { createSessions, type VisitSpan } from './sessions.ts';

const minute = 60_000;
const halfHour = 30 * minute;
const day = 24 * 60 * minute;
const noon = Date.UTC(2026, 2, 10, 12);

/** A table of the state's file, as a map. */
function table<Value>() {
  const rows = new Map<string, Value>();
  return {
    get: (key: string) => structuredClone(rows.get(key)),
    putSync: (key: string, value: Value) => rows.set(key, structuredClone(value)),
  };
}
const createFile = () => ({ visits: table<VisitSpan[]>(), visitors: table<number>() });

/** An import: gives the session of a page view. */
function importInto(file: ReturnType<typeof createFile>, run = 1) {
  const sessions = createSessions(file, run, (start, owner) => deriveId('secret', start, owner));
  return {
    sessionAt: (at: number, owner = 'ann') => sessions.find(owner, at, halfHour, true).id,
    visitsIn: (times: readonly number[]) =>
      times.filter((at) => sessions.find('ann', at, halfHour, true).isNew).length,
    save() {
      sessions.save();
    },
  };
}

test('half an hour without a page view ends a session, a day does too', () => {
  const { sessionAt } = importInto(createFile());
  const first = sessionAt(noon);
  expect(sessionAt(noon + halfHour - 1)).toBe(first);
  expect(sessionAt(noon + 2 * halfHour)).not.toBe(first);
  expect(sessionAt(noon, 'bob')).not.toBe(first);
  const long = Array.from({ length: 3 * 72 }, (_, index) => sessionAt(noon + index * 20 * minute, 'carl'));
  expect(new Set(long).size).toBe(3);
});

test('a line that comes too late still belongs to the session that it begins', () => {
  const { sessionAt } = importInto(createFile());
  const session = sessionAt(noon);
  expect(sessionAt(noon - 9 * minute)).toBe(session);
  expect(sessionAt(noon - 15 * minute)).not.toBe(session);
});

test('a session whose begin the source names has the same id, whatever row of it is read first', () => {
  const hours = [0, 1, 2, 3].map((hour) => noon + hour * 60 * minute);
  const idsOf = (moments: readonly number[]) => {
    const sessions = createSessions(createFile(), 1, (start, owner) => deriveId('secret', start, owner));
    return new Set(moments.map((at) => sessions.find('ann', at, day, true, noon).id));
  };
  expect(idsOf(hours)).toEqual(idsOf(hours.toReversed()));
  expect([...idsOf(hours)].map(timeInId)).toEqual([noon]);
});

const times = fc.array(fc.integer({ min: 0, max: 3 * day }), { minLength: 1, maxLength: 60 });

test('in the order of time, sessions are what pauses of half an hour make of the page views', () => {
  fc.assert(
    fc.property(times, (some) => {
      // All within one day, which no session outlasts.
      const sorted = some.map((time) => noon + Math.floor(time / 3)).sort((one, other) => one - other);
      const { sessionAt } = importInto(createFile());
      let [last, session] = [Number.NaN, ''];
      for (const at of sorted) {
        const found = sessionAt(at);
        expect(found === session).toBe(at - last < halfHour);
        [last, session] = [at, found];
      }
    }),
  );
});

test('in any order, cut, or by two imports in turns: the same page view is in the same session again', () => {
  const cutAt = fc.array(fc.nat(), { maxLength: 5 });
  fc.assert(
    fc.property(times, cutAt, fc.infiniteStream(fc.nat()), (some, cuts, order) => {
      const file = createFile();
      const all = some.map((time) => noon + time);
      let [running, other] = [importInto(file), importInto(file, 2)];
      const first = new Map<number, string>();
      for (const [index, at] of all.entries()) {
        first.set(at, running.sessionAt(at));
        running.save();
        if (cuts.some((cut) => cut % all.length === index)) [running, other] = [other, running];
      }
      const shuffled = [...all].sort(() => (order.next().value % 3) - 1);
      const again = importInto(file, 3);
      for (const at of shuffled) expect(again.sessionAt(at)).toBe(first.get(at));
      for (const [at, session] of first) {
        expect(timeInId(session)).toBeGreaterThan(at - day);
        expect(timeInId(session)).toBeLessThanOrEqual(at + 10 * minute);
      }
    }),
  );
});

test('each run counts a visit once, also one that an earlier run knows', () => {
  const file = createFile();
  const views = [noon, noon + minute, noon + day, noon + day + minute];
  const first = importInto(file, 1);
  expect(first.visitsIn(views)).toBe(2);
  first.save();
  expect(importInto(file, 2).visitsIn(views)).toBe(2);
  expect(importInto(file, 1).visitsIn(views)).toBe(0);
});
