import { createHolds } from './holds.ts';

test('keeps a partition that stays with the same member', () => {
  const holds = createHolds();
  holds.assign('me', [0, 1]);
  const [kept, lost] = [holds.get(0), holds.get(1)];
  holds.assign('me', [0, 2]);
  expect([kept?.lost, lost?.lost, holds.get(2)?.lost]).toEqual([false, true, false]);
  expect(holds.get(0)).toBe(kept);
  expect(holds.get(1)).toBeUndefined();
});

test('loses all when the group gives it a new member id, or the consumer crashes', () => {
  const holds = createHolds();
  holds.assign('me', [0, 1]);
  const before = [holds.get(0), holds.get(1)];
  holds.assign('me again', [0]);
  expect(before.map((hold) => hold?.lost)).toEqual([true, true]);
  const again = holds.get(0);
  expect(again?.lost).toBe(false);
  holds.loseAll();
  expect(again?.lost).toBe(true);
  expect(holds.get(0)).toBeUndefined();
});
