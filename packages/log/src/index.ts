export { batchLimits } from './batch-limits.ts';
export { consumerGroup } from './consumer-group.ts';
export { type DiskFloor, watchDisk } from './disk-floor.ts';
export { CorruptLogError } from './embedded/chunk.ts';
export { createEmbeddedLog, type EmbeddedLogOptions } from './embedded/embedded-log.ts';
export { findLog } from './find-log.ts';
export type { KafkaOptions } from './kafka/client.ts';
export { type GrowingTopic, openGrowingTopic } from './kafka/growing-topic.ts';
export { createKafkaLog } from './kafka/kafka-log.ts';
export { deadLetterOptions, kafkaOptions } from './kafka/options.ts';
export {
  type BatchControl,
  type BatchHandler,
  type Log,
  type LogBatch,
  type LogMessage,
  type LogReader,
  LogUnavailableError,
  type LogWriter,
  type OffsetRange,
  type PartitionLag,
} from './log.ts';
export { maxMessageBytes, refuseOversized } from './message.ts';
export { partitionOfKey } from './partition.ts';
export { type PartitionStep, stepsText } from './partition-steps.ts';
export { pause } from './pause.ts';
export { kafkaSettings } from './settings.ts';
export { within } from './within.ts';
