import fc from 'fast-check';
import { CorruptLogError, decodeChunk, encodeChunk, seal } from './chunk.ts';

const value = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
const values = fc.array(value, { maxLength: 20 });
const offset = fc.bigInt({ min: 0n, max: 2n ** 63n });
const sealed = (list: readonly Buffer[], at: bigint, time = 1_700_000_000_123) =>
  seal(encodeChunk(list.map((value) => ({ key: 'k', value }))), at, time);

test('decodes any bytes, the offset and the time', () => {
  fc.assert(
    fc.property(values, offset, fc.date({ noInvalidDate: true }), (list, at, time) => {
      const chunk = { appendedAt: time.getTime(), firstOffset: at, values: list };
      expect(decodeChunk(sealed(list, at, time.getTime()), at)).toEqual(chunk);
    }),
  );
});

test('detects every changed bit, and that the end is missing', () => {
  fc.assert(
    fc.property(values, offset, fc.nat(), fc.integer({ min: 0, max: 7 }), (list, at, place, bit) => {
      const chunk = sealed(list, at);
      const position = place % chunk.length;
      expect(() => decodeChunk(chunk.subarray(0, position), at)).toThrow(CorruptLogError);
      chunk.writeUInt8(chunk.readUInt8(position) ^ (1 << bit), position);
      expect(() => decodeChunk(chunk, at)).toThrow(CorruptLogError);
    }),
  );
});

test('detects a chunk stored under the key of another', () => {
  expect(() => decodeChunk(sealed([Buffer.from('m')], 5n), 6n)).toThrow('offset 6 is that of offset 5');
});
