import type { Servers } from '@tallyhouse/cluster';
import type { BatchHandler, Log, LogWriter } from '@tallyhouse/log';
import type { CommandDeps } from '@tallyhouse/service';
import { cutByServer, insertByServer } from '../by-server.ts';
import { createBatchHandler } from '../consume.ts';
import { createDeadLetters } from '../dead-letters.ts';
import { insertInto } from '../insert.ts';
import { newLettersOnly } from './known-letters.ts';

/** Handles messages that may be stored already, as the consumer does. */
export interface StoreAgain {
  handle: BatchHandler;
  close(): Promise<void>;
}

export interface StoreAgainDeps extends Omit<CommandDeps, 'progress'> {
  servers: Servers;
  /** Undefined: refused messages only become rows of `dead_letters`. */
  deadLetterLog: Log | undefined;
}

export function storeAgain(deps: StoreAgainDeps): StoreAgain {
  const { servers, deadLetterLog, logger, clock, signal } = deps;
  const letters = deadLetterLog ? newLettersOnly(deadLetterLog.writer(), deadLetterLog, signal) : nowhere;
  return {
    handle: createBatchHandler({
      insertMessages: insertByServer(servers, insertInto),
      deadLetters: createDeadLetters(letters, servers, logger, clock),
      cut: (batch) => cutByServer(servers, batch),
    }),
    close: () => letters.close(),
  };
}

const nowhere: LogWriter = {
  append: async () => {},
  takes: () => true,
  check: async () => {},
  close: async () => {},
};
