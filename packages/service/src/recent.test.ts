import { usedMemory } from '../../../test/harness/used-memory.ts';
import { Recent } from './recent.ts';

const many = Array.from({ length: 100 }, (_, index) => index);

test('keeps entries that were recently written or read, and forgets others', () => {
  const recent = new Recent<number>(10);
  recent.set('kept', 0);
  for (const i of many) {
    recent.set(String(i), i);
    expect(recent.get('kept')).toBe(0);
  }
  expect([95, 96, 97, 98, 99].map((i) => recent.get(String(i)))).toEqual([95, 96, 97, 98, 99]);
  expect(new Set(many.slice(0, 90).map((i) => recent.get(String(i))))).toEqual(new Set([undefined]));
});

test('a new value replaces the old one in either generation', () => {
  const recent = new Recent<number>(4);
  for (const key of ['a', 'b', 'c']) recent.set(key, 1);
  recent.set('a', 2);
  expect(recent.get('a')).toBe(2);
});

test('a key takes no more memory than its own characters, whatever text it was cut from', () => {
  const recent = new Recent<number>(1000);
  const before = usedMemory();
  for (let i = 0; i < 1000; i++) recent.set(`${i} `.padEnd(60_000, 'x').slice(0, 50), i);
  expect(usedMemory() - before).toBeLessThan(10_000_000);
  expect(recent.get('999 '.padEnd(50, 'x'))).toBe(999);
});
