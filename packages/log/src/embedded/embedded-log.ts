import type { Logger } from '@tallyhouse/service';
import type { Log, LogReader, LogWriter } from '../log.ts';
import { defaultLeaseMs } from './lease.ts';
import { findOffsetRanges } from './offset-ranges.ts';
import { readRanges } from './read.ts';
import { createEmbeddedReader } from './reader.ts';
import { openStore } from './store.ts';
import { createEmbeddedWriter } from './writer.ts';

export interface EmbeddedLogOptions {
  /** Created when it is missing. It must be on a local drive: LMDB does not work over the network. */
  folder: string;
  /** Used only when the log is created; an existing log keeps its own number. */
  partitions: number;
  /** How long messages stay, in milliseconds; at most an hour of it after every group has read them. */
  retainMs: number;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Milliseconds after which a reader whose process is stopped, but not dead, loses its group. */
  leaseMs?: number;
}

/**
 * A log in one file, for one machine; any number of processes may open it. Durability: store.ts.
 * @throws an Error when the folder cannot be used
 */
export function createEmbeddedLog(options: EmbeddedLogOptions): Log {
  const { logger, retainMs, clock = Date.now, leaseMs = defaultLeaseMs } = options;
  const store = openStore(options.folder, options.partitions);
  const opened: (LogReader | LogWriter)[] = [];
  const keep = <T extends LogReader | LogWriter>(end: T): T => {
    opened.push(end);
    return end;
  };
  let closed: Promise<void> | undefined;
  return {
    partitions: store.partitions,
    writer: () => keep(createEmbeddedWriter(store, clock, logger)),
    reader: (group) => keep(createEmbeddedReader({ store, clock, logger, retainMs, leaseMs }, group)),
    offsetRanges: async (from, to) => findOffsetRanges(store, from, to),
    read: (ranges, handler, signal) => readRanges(store, ranges, handler, logger, signal),
    close() {
      closed ??= Promise.all(opened.map((end) => end.close())).then(() => store.close());
      return closed;
    },
  };
}
