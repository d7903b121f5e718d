/**
 * Lets kafkajs send record batches that are already encoded. Connections, logins, leaders and retries stay kafkajs' own;
 * this replaces only the bytes of partitions. kafkajs has no option for that, so the function that builds its produce
 * requests is wrapped; record-batch.test.ts compares the bytes with those that kafkajs builds.
 */
import type { Message } from 'kafkajs';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import produce from 'kafkajs/src/protocol/requests/produce/index.js';

/** A whole record batch instead of a message: kafkajs finds its leader, sends it, and retries. */
class EncodedBatch implements Message {
  /** Required by kafkajs. */
  readonly value = null;
  readonly partition: number;
  readonly bytes: Buffer;

  constructor(partition: number, bytes: Buffer) {
    this.partition = partition;
    this.bytes = bytes;
  }
}

/** A message for `producer.send`; it must be the only one of its partition. */
export function encodedBatch(partition: number, bytes: Buffer): Message {
  return new EncodedBatch(partition, bytes);
}

function isEncoded(message: object): message is EncodedBatch {
  return message instanceof EncodedBatch;
}

const headBytes = 18;
const partitionBytes = 8;
let patched = false;

/**
 * Call this before the first send. It does not affect other messages of this process. The caller must check what `send`
 * returns: with several batches, it has a result for each partition.
 */
export function patchProduceRequests(): void {
  if (patched) return;
  patched = true;
  const { protocol } = produce;
  produce.protocol = (chosen) => (args) => {
    const exchange = protocol(chosen)(args);
    const [{ topic, partitions } = { topic: '', partitions: [] }] = args.topicData;
    const batches = partitions.flatMap(({ messages }) => messages).filter(isEncoded);
    if (batches.length === 0) return exchange;
    // Versions before 3 have no record batches (Kafka 0.10).
    if (chosen.version < 3) throw new TypeError('This Kafka is too old: it does not know record batches.');
    const encode = async () => {
      const bytes = batches.reduce((sum, batch) => sum + batch.bytes.length + partitionBytes, 0);
      const encoder = new Encoder(headBytes + topic.length + bytes)
        .writeString(null) // transaction
        .writeInt16(args.acks)
        .writeInt32(args.timeout)
        .writeInt32(1) // topics
        .writeString(topic)
        .writeInt32(batches.length);
      for (const { partition, bytes } of batches) {
        encoder.writeInt32(partition).writeInt32(bytes.length).writeBuffer(bytes);
      }
      return encoder;
    };
    const request = { ...exchange.request, encode };
    if (batches.length === 1) return { ...exchange, request };
    // kafkajs throws when one partition was refused, and retries the request with all of them: the others would be stored twice. So the
    // errors are hidden from it; the response has the result for each partition.
    return { request, response: { ...exchange.response, parse: async (answer) => answer } };
  };
}
