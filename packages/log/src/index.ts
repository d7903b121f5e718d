export {
  type BatchControl,
  type BatchHandler,
  type Log,
  type LogBatch,
  type LogMessage,
  type LogReader,
  LogUnavailableError,
  type LogWriter,
  type PartitionLag,
} from './log.ts';
