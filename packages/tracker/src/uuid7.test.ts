import { uuid7 } from './uuid7.ts';

test('an id is a UUIDv7 of the current time, and no two are the same', () => {
  const before = Date.now();
  const id = uuid7();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  expect(madeAt).toBeGreaterThanOrEqual(before);
  expect(madeAt).toBeLessThanOrEqual(Date.now());
  expect(new Set(Array.from({ length: 1000 }, uuid7)).size).toBe(1000);
});
