import fc from 'fast-check';
import { maxMessageBytes, messageBytes, pieces, refuseOversized } from './message.ts';
import { partitionOfKey } from './partition.ts';

const message = fc.record({
  key: fc.string(),
  value: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
});

test('splits messages by partition, in order, without gaps or oversized pieces', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (messages, most) => {
      const cut = pieces(messages, ({ key }) => partitionOfKey(key, 3), most, 100);
      for (const [partition, found] of cut) {
        expect(found.flat()).toEqual(messages.filter(({ key }) => partitionOfKey(key, 3) === partition));
        for (const piece of found) {
          expect(piece.length).toBeLessThanOrEqual(most);
          const bytes = piece.reduce((sum, one) => sum + messageBytes(one), 0);
          expect(piece.length === 1 || bytes <= 100).toBe(true);
        }
      }
      expect([...cut.values()].flat(2)).toHaveLength(messages.length);
    }),
  );
});

test('refuses a message over the limit, its key included', () => {
  const value = Buffer.alloc(maxMessageBytes - 2);
  expect(() => refuseOversized([{ key: 'é', value }])).not.toThrow();
  expect(() => refuseOversized([{ key: 'é!', value }])).toThrow(RangeError);
});
