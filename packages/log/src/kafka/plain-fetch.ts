/**
 * Lets kafkajs read plain records quickly (plain-records.ts). Fetching, errors, sessions and other records stay kafkajs' own: it decodes
 * the broker's response without the plain records, which are then added to its result. plain-fetch.test.ts compares that with kafkajs' own
 * decoding.
 */
import fetch from 'kafkajs/src/protocol/requests/fetch/index.js';
import { type PlainRecord, plainRecords } from './plain-records.ts';

/** The position of a partition's records in a response. */
interface RecordSet {
  topic: number;
  partition: number;
  start: number;
  end: number;
}

let patched = false;

/** Call this before the first consumer runs. */
export function patchFetchResponses(): void {
  if (patched) return;
  patched = true;
  const { protocol } = fetch;
  fetch.protocol = (chosen) => (args) => {
    const exchange = protocol(chosen)(args);
    // Versions before 4 have no record batches (Kafka 0.11).
    if (chosen.version < 4) return exchange;
    const { response } = exchange;
    const decode = async (answer: Buffer) => {
      const plain: { at: RecordSet; records: PlainRecord[] }[] = [];
      const rest: Buffer[] = [];
      let from = 0;
      for (const at of recordSets(answer, chosen.version)) {
        const records = plainRecords(answer.subarray(at.start, at.end));
        if (records === undefined) continue;
        plain.push({ at, records });
        rest.push(answer.subarray(from, at.start - 4), noBytes);
        from = at.end;
      }
      rest.push(answer.subarray(from));
      const decoded = await response.decode(Buffer.concat(rest));
      for (const { at, records } of plain) {
        const partition = decoded.responses[at.topic]?.partitions[at.partition];
        if (partition) partition.messages = records;
      }
      return decoded;
    };
    return { ...exchange, response: { ...response, decode } };
  };
}

/** The length field of an empty record set. */
const noBytes = Buffer.alloc(4);

/** Versions 4 to 11 (https://kafka.apache.org/protocol#The_Messages_Fetch). Partitions without records are left out. */
function* recordSets(answer: Buffer, version: number): Generator<RecordSet> {
  // Throttle time; error, session.
  let at = version >= 7 ? 10 : 4;
  const int32 = () => {
    at += 4;
    return answer.readInt32BE(at - 4);
  };
  const topics = int32();
  for (let topic = 0; topic < topics; topic++) {
    at += 2 + answer.readInt16BE(at);
    const partitions = int32();
    for (let partition = 0; partition < partitions; partition++) {
      // Partition, error, high watermark, last stable offset; log start offset.
      at += 22 + (version >= 5 ? 8 : 0);
      const aborted = Math.max(0, int32());
      at += aborted * 16 + (version >= 11 ? 4 : 0);
      const bytes = Math.max(0, int32());
      const start = at;
      at += bytes;
      // kafkajs has to filter aborted transactions.
      if (bytes > 0 && aborted === 0) yield { topic, partition, start, end: at };
    }
  }
}
