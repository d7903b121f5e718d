import { decodeOffsets, encodeOffsets, offsetAt } from './offsets.ts';

test('decodes offsets, even beyond 2^53', () => {
  const offsets = [0n, 1n, 2n ** 53n + 1n, 2n ** 64n - 1n];
  expect(decodeOffsets(encodeOffsets(offsets))).toEqual(offsets);
  // There is no partition beyond the last.
  expect(offsetAt([3n], 0)).toBe(3n);
  expect(() => offsetAt([3n], 1)).toThrow(RangeError);
});
