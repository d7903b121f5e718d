import fc from 'fast-check';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import fetch from 'kafkajs/src/protocol/requests/fetch/index.js';
import type { LogMessage } from '../log.ts';
import { anyMessages } from './messages-under-test.ts';
import { patchFetchResponses } from './plain-fetch.ts';
import { encodeRecordBatch } from './record-batch.ts';

/** A batch as a broker keeps it: with its own offsets, and the given attributes. */
function batchAt(offset: bigint, messages: readonly LogMessage[], attributes = 0): Buffer {
  const batch = encodeRecordBatch(messages, Date.UTC(2026, 10, 21));
  batch.writeBigInt64BE(offset, 0);
  batch.writeInt16BE(attributes, 21);
  return batch;
}

/** A broker's answer for one topic, with these records in its partitions. */
function answerOf(version: number, sets: readonly Buffer[]): Buffer {
  const encoder = new Encoder().writeInt32(0);
  if (version >= 7) encoder.writeInt16(0).writeInt32(7);
  encoder.writeInt32(1).writeString('pings').writeInt32(sets.length);
  sets.forEach((set, partition) => {
    const offsets = Buffer.alloc(version >= 5 ? 24 : 16, 1);
    encoder.writeInt32(partition).writeInt16(0).writeBuffer(offsets);
    // Kafka encodes "no transactions" in two ways.
    encoder.writeInt32(partition % 2 === 0 ? -1 : 0);
    if (version >= 11) encoder.writeInt32(-1);
    encoder.writeInt32(set.length).writeBuffer(set);
  });
  return encoder.buffer;
}

const untaught = new Map([4, 5, 7, 11].map((version) => [version, fetch.protocol({ version })]));
patchFetchResponses();

const used = (message: unknown) => {
  const { offset, value, isControlRecord } = Object(message);
  return `${offset} ${value?.toString('hex')} ${isControlRecord}`;
};

async function decoded(answer: Buffer, version: number, exchange = fetch.protocol({ version })) {
  const { responses, ...rest } = await exchange({ topics: [] }).response.decode(answer);
  const partitions = responses.map((topic) =>
    topic.partitions.map(({ messages, ...rest }) => ({ ...rest, messages: messages.map(used) })),
  );
  return { ...rest, partitions };
}

async function expectSame(answer: Buffer, version: number): Promise<void> {
  expect(await decoded(answer, version)).toEqual(await decoded(answer, version, untaught.get(version)));
}

test.each([4, 5, 7, 11])('an answer of version %i is decoded as kafkajs does', async (version) => {
  const set = fc
    .tuple(fc.bigInt({ min: 0n, max: 1n << 60n }), fc.array(anyMessages, { maxLength: 3 }), fc.nat(100))
    .map(([first, batches, cut]) => {
      const offset = (index: number) => first + BigInt(index * 1000);
      const parts = batches.map((messages, index) => batchAt(offset(index), messages, index % 2 ? 8 : 0));
      const whole = Buffer.concat(parts);
      // The broker truncates the last batch at the requested size.
      return whole.subarray(0, batches.length > 1 ? whole.length - cut : whole.length);
    });
  await fc.assert(
    fc.asyncProperty(fc.array(set, { maxLength: 3 }), (sets) => expectSame(answerOf(version, sets), version)),
    { numRuns: 50 },
  );
});

test('records of a transaction, and those that control one, are decoded by kafkajs', async () => {
  const messages = [{ key: 'k', value: Buffer.from('v') }];
  for (const attributes of [0x10, 0x20])
    await expectSame(answerOf(11, [batchAt(3n, messages, attributes), batchAt(9n, messages)]), 11);
});

test('a record that is longer than its batch is refused', async () => {
  const set = batchAt(0n, [{ key: 'k', value: Buffer.from('value') }]);
  set[61] = 0x7e;
  await expect(decoded(answerOf(11, [set]), 11)).rejects.toThrow('Record 0 is corrupt');
});
