import type { Log, LogReader, LogWriter } from '../log.ts';
import { createKafkaAdmin } from './admin.ts';
import type { KafkaOptions } from './client.ts';
import { fetchOffsetRanges } from './offset-ranges.ts';
import { readRanges } from './read.ts';
import { createKafkaReader } from './reader.ts';
import { createKafkaTopic } from './topic.ts';
import { createKafkaWriter } from './writer.ts';

/**
 * A log in a Kafka topic; the group `consumer` of the topic `pings` is Kafka's `pings.consumer`. It connects when a
 * writer or reader first needs it. Durability: writer.ts.
 */
export function createKafkaLog(options: KafkaOptions): Log {
  const admin = createKafkaAdmin(options);
  const topic = createKafkaTopic(admin, options);
  const opened: (LogReader | LogWriter)[] = [];
  const keep = <T extends LogReader | LogWriter>(end: T): T => {
    opened.push(end);
    return end;
  };
  return {
    writer: () => keep(createKafkaWriter(options, admin, topic)),
    // Kafka's groups are global to the cluster. Two topics read under one name would assign partitions to members that
    // do not read them, and both would stall; so the topic is part of the name.
    reader: (group) => keep(createKafkaReader(options, admin, topic, `${options.topic}.${group}`)),
    offsetRanges: (from, to) => fetchOffsetRanges(admin, options.topic, from, to),
    read: (ranges, handler, signal) => readRanges(options, admin, topic, ranges, handler, signal),
    async close() {
      await Promise.all(opened.map((end) => end.close()));
      await admin.close();
    },
  };
}
