import type { Log, LogReader, LogWriter } from '../log.ts';
import { createKafkaAdmin } from './admin.ts';
import type { KafkaOptions } from './client.ts';
import { readStretches } from './read.ts';
import { createKafkaReader } from './reader.ts';
import { fetchStretches } from './stretches.ts';
import { createKafkaTopic } from './topic.ts';
import { createKafkaWriter } from './writer.ts';

/**
 * A log in a Kafka topic; the group `consumer` of the topic `pings` is Kafka's `pings.consumer`. Nothing connects
 * before a writer or a reader asks for it. What survives what: writer.ts.
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
    // Kafka's groups are the whole cluster's. Two topics read under one name would divide their partitions among members
    // that do not want them, and both would stand still; so the topic is part of the name.
    reader: (group) => keep(createKafkaReader(options, admin, topic, `${options.topic}.${group}`)),
    stretches: (from, to) => fetchStretches(admin, options.topic, from, to),
    read: (stretches, handler, signal) => readStretches(options, admin, topic, stretches, handler, signal),
    async close() {
      await Promise.all(opened.map((end) => end.close()));
      await admin.close();
    },
  };
}
