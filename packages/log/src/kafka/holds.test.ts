import { createHolds } from './holds.ts';

test('keeps a partition that stays with the same member', () => {
  const holds = createHolds();
  holds.assign('me', [0, 1]);
  const [kept, lost] = [holds.get(0), holds.get(1)];
  holds.assign('me', [0, 2]);
  expect(kept?.lost).toBe(false);
  expect(holds.get(0)).toBe(kept);
  expect(lost?.lost).toBe(true);
  expect(holds.get(1)).toBeUndefined();
  expect(holds.get(2)?.lost).toBe(false);
});

test('loses its partitions when the group gives it a new member id', () => {
  const holds = createHolds();
  holds.assign('me', [0]);
  const before = holds.get(0);
  holds.assign('me again', [0]);
  expect(before?.lost).toBe(true);
  expect(holds.get(0)?.lost).toBe(false);
});

test('loses all partitions when the consumer crashes', () => {
  const holds = createHolds();
  holds.assign('me', [0, 1]);
  const before = [holds.get(0), holds.get(1)];
  holds.loseAll();
  expect(before.map((hold) => hold?.lost)).toEqual([true, true]);
  expect(holds.get(0)).toBeUndefined();
});
