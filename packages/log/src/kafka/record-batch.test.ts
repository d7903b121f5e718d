import fc from 'fast-check';
import produce from 'kafkajs/src/protocol/requests/produce/index.js';
import type { LogMessage } from '../log.ts';
import { crc32c } from './crc32c.ts';
import { encodedBatch, patchProduceRequests } from './encoded-batch.ts';
import { anyMessages } from './messages-under-test.ts';
import { encodeRecordBatch } from './record-batch.ts';

const now = Date.UTC(2026, 10, 21);

/** One message for each partition, from 3 on. */
async function request(...partitions: readonly object[][]): Promise<Buffer> {
  const numbered = partitions.map((messages, index) => ({ partition: 3 + index, messages }));
  const topicData = [{ topic: 'pings', partitions: numbered }];
  const { request } = produce.protocol({ version: 7 })({ acks: -1, timeout: 5000, topicData });
  return (await request.encode()).buffer;
}

const timed = (messages: readonly LogMessage[]) =>
  messages.map((message) => ({ ...message, timestamp: String(now) }));

const batch = (partition: number, messages: readonly LogMessage[]) => [
  encodedBatch(partition, encodeRecordBatch(messages, now)),
];

patchProduceRequests();

test('a request with encoded batches equals that of kafkajs', async () => {
  await fc.assert(
    fc.asyncProperty(anyMessages, anyMessages, async (some, others) => {
      const ours = await request(batch(3, some), batch(4, others));
      expect(ours.equals(await request(timed(some), timed(others)))).toBe(true);
    }),
  );
});

test.each([1, 63, 64, 8191, 8192, 900_000])('so does one with a value of %i bytes', async (length) => {
  const messages = [{ key: 'k', value: Buffer.alloc(length, 'v') }];
  const ours = await request(batch(3, messages));
  expect(ours.equals(await request(timed(messages)))).toBe(true);
});

/** The examples of RFC 3720, B.4. */
test.each([
  ['zeros', Buffer.alloc(32), 0x8a9136aa],
  ['ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
  ['ascending', Buffer.from(Array.from({ length: 32 }, (_, index) => index)), 0x46dd794e],
])('CRC-32C of 32 bytes, %s', (_name, buffer, sum) => {
  expect(crc32c(buffer)).toBe(sum);
  expect(crc32c(Buffer.concat([Buffer.from('before'), buffer]), 6)).toBe(sum);
});
