import { randomBytes } from 'node:crypto';
import { createPingIds } from './ping-id.ts';
import { isUuid7, timeOf } from './uuid7.ts';

/** ClickHouse compares the second half of a UUID first, then the first. */
const inTheTable = (id: string) => id.slice(19) + id.slice(0, 18);

const at = (receivedAt: number) => ({ sender: { receivedAt } });

test('ids of one millisecond keep their order in the table', () => {
  const nextId = createPingIds(randomBytes);
  const ids = Array.from({ length: 1000 }, () => nextId(at(1_700_000_000_000)));
  expect(ids.every(isUuid7)).toBe(true);
  expect(ids.toSorted((a, b) => (inTheTable(a) < inTheTable(b) ? -1 : 1))).toEqual(ids);
  expect(new Set(ids).size).toBe(1000);
});

test('their time is that of receipt and never runs backwards', () => {
  const nextId = createPingIds(randomBytes);
  expect([5000, 4000, 6000].map((time) => timeOf(nextId(at(time))))).toEqual([5000, 5000, 6000]);
});

test('two processes make different ids', () => {
  const [one, other] = [createPingIds(randomBytes), createPingIds(randomBytes)];
  expect(one(at(1))).not.toBe(other(at(1)));
});
