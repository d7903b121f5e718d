import type { ClickHouseClient } from '@clickhouse/client';
import type { Log } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';
import type { Task } from './arguments.ts';
import { listLetters } from './list-letters.ts';
import { putBackLetters } from './put-back-letters.ts';
import { replayLog } from './replay-log.ts';

/** What a task works with. */
export interface RunDeps {
  log: Log;
  deadLetterLog: Log;
  /** Connects, for tasks that need it. */
  openClickHouse(): Promise<ClickHouseClient>;
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends the task early, in order. */
  signal: AbortSignal;
}

/** Does what was asked for. Resolves to false when the signal ended it before all was done. @throws an Error that a person can fix */
export async function run(task: Exclude<Task, { kind: 'help' }>, deps: RunDeps): Promise<boolean> {
  switch (task.kind) {
    case 'log':
      return replayLog(task, deps);
    case 'letters':
      return putBackLetters(task, deps);
    case 'list':
      return listLetters(task, deps);
  }
}
