import fc from 'fast-check';
import { createMonthlyKeys, deriveId } from './derive.ts';
import { isUuid7, timeOf } from './uuid7.ts';

const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const parts = fc.array(fc.string(), { minLength: 1, maxLength: 4 });

test('the same parts give the same UUIDv7, of the time asked for', () => {
  fc.assert(
    fc.property(fc.string(), time, parts, (key, at, what) => {
      const id = deriveId(key, at, ...what);
      expect(isUuid7(id)).toBe(true);
      expect(timeOf(id)).toBe(at);
      expect(deriveId(key, at, ...what)).toBe(id);
    }),
  );
});

test('other parts, another key: another id', () => {
  expect(deriveId('key', 0, 'ab', 'c')).not.toBe(deriveId('key', 0, 'a', 'bc'));
  expect(deriveId('key', 0, 'ab')).not.toBe(deriveId('other', 0, 'ab'));
});

test('a key lasts for a month of UTC', () => {
  const keyAt = createMonthlyKeys('secret');
  expect(keyAt(Date.UTC(2026, 0, 1))).toEqual(keyAt(Date.UTC(2026, 1, 1) - 1));
  expect(keyAt(Date.UTC(2026, 1, 1))).not.toEqual(keyAt(Date.UTC(2026, 0, 1)));
  expect(keyAt(0)).not.toEqual(createMonthlyKeys('another')(0));
});
