import { Recent } from './recent.ts';

test('keeps entries that were recently written or read', () => {
  const recent = new Recent<number>(10);
  recent.set('kept', 0);
  for (let i = 0; i < 100; i++) {
    recent.set(String(i), i);
    expect(recent.get('kept')).toBe(0);
  }
  expect([95, 96, 97, 98, 99].map((i) => recent.get(String(i)))).toEqual([95, 96, 97, 98, 99]);
});

test('forgets others', () => {
  const recent = new Recent<number>(10);
  for (let i = 0; i < 100; i++) recent.set(String(i), i);
  expect(
    Array.from({ length: 90 }, (_, i) => recent.get(String(i))).every((value) => value === undefined),
  ).toBe(true);
});

test('a new value replaces the old one in either generation', () => {
  const recent = new Recent<number>(4);
  for (const [key, value] of [
    ['a', 1],
    ['b', 1],
    ['c', 1],
    ['a', 2],
  ] as const)
    recent.set(key, value);
  expect(recent.get('a')).toBe(2);
});
