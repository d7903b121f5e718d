import { randomBytes } from 'node:crypto';
import { isUuid7, timeInId } from '@tallyhouse/ping';
import fc from 'fast-check';
import { deriveId } from './derive.ts';
import { createPingIds } from './ping-id.ts';

const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test('the same parts derive the same UUIDv7, of the time asked for', () => {
  const parts = fc.array(fc.string(), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.string(), times, parts, (key, at, what) => {
      const id = deriveId(key, at, ...what);
      return isUuid7(id) && timeInId(id) === at && deriveId(key, at, ...what) === id;
    }),
  );
});

test('other parts, another key: another id', () => {
  expect(deriveId('key', 0, 'ab', 'c')).not.toBe(deriveId('key', 0, 'a', 'bc'));
  expect(deriveId('key', 0, 'ab')).not.toBe(deriveId('other', 0, 'ab'));
});

describe('ids of pings', () => {
  const at = (receivedAt: number) => ({ sender: { receivedAt } });
  /** ClickHouse compares the second half of a UUID first, then the first. */
  const inTheTable = (id: string) => id.slice(19) + id.slice(0, 18);

  test('keep their order in the table, also within a millisecond', () => {
    const nextId = createPingIds(randomBytes);
    const ids = Array.from({ length: 1000 }, () => nextId(at(1_700_000_000_000)));
    expect(ids.every(isUuid7)).toBe(true);
    expect(ids.toSorted((a, b) => (inTheTable(a) < inTheTable(b) ? -1 : 1))).toEqual(ids);
    expect(new Set(ids).size).toBe(1000);
  });

  test.each([
    ['it does not run backwards', [500_000, 440_000, 600_000], [500_000, 500_000, 600_000]],
    [
      'it follows a clock that was set back by more than a minute',
      [500_000, 439_999, 450_000],
      [500_000, 439_999, 450_000],
    ],
  ])('have the time of receipt, and %s', (_, received, expected) => {
    const nextId = createPingIds(randomBytes);
    const ids = received.map((time) => nextId(at(time)));
    expect(ids.map(timeInId)).toEqual(expected);
    expect(ids.toSorted((a, b) => (inTheTable(a) < inTheTable(b) ? -1 : 1))).toEqual(ids);
  });

  test('differ between two processes', () => {
    const [one, other] = [createPingIds(randomBytes), createPingIds(randomBytes)];
    expect(one(at(1))).not.toBe(other(at(1)));
  });
});
