/**
 * Lets kafkajs send a record batch that is encoded already. Connections, logins, leaders and retries stay kafkajs' own; only
 * the bytes of partitions are put in here. kafkajs has no way in for that, so the one function that makes its requests to
 * produce is wrapped; record-batch.test.ts holds the bytes against what kafkajs makes itself.
 */
import type { Message } from 'kafkajs';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import produce from 'kafkajs/src/protocol/requests/produce/index.js';

/** A whole record batch in the place of a message: kafkajs finds its leader, sends it, and sends it again. */
class EncodedBatch implements Message {
  /** kafkajs wants one. */
  readonly value = null;
  readonly partition: number;
  readonly bytes: Buffer;

  constructor(partition: number, bytes: Buffer) {
    this.partition = partition;
    this.bytes = bytes;
  }
}

/** For `producer.send`, as the only message of its partition. */
export function encodedBatch(partition: number, bytes: Buffer): Message {
  return new EncodedBatch(partition, bytes);
}

function isEncoded(message: object): message is EncodedBatch {
  return message instanceof EncodedBatch;
}

const headBytes = 18;
const partitionBytes = 8;
let taught = false;

/**
 * To be called before the first is sent. Other messages of this process go as ever. What `send` answers has to be looked at:
 * of several batches, it says of each whether its partition took it.
 */
export function teachEncodedBatches(): void {
  if (taught) return;
  taught = true;
  const { protocol } = produce;
  produce.protocol = (chosen) => (args) => {
    const exchange = protocol(chosen)(args);
    const [{ topic, partitions } = { topic: '', partitions: [] }] = args.topicData;
    const batches = partitions.flatMap(({ messages }) => messages).filter(isEncoded);
    if (batches.length === 0) return exchange;
    // Before version 3 there were no record batches (Kafka 0.10).
    if (chosen.version < 3) throw new TypeError('This Kafka is too old: it takes no record batches.');
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
    // kafkajs throws when one partition was not taken, and repeats the request with all of them: the others would be
    // stored twice. So it is not told; the answer says what became of each.
    return { request, response: { ...exchange.response, parse: async (answer) => answer } };
  };
}
