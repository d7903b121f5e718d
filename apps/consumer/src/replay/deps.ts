import type { Servers } from '@tallyhouse/cluster';
import type { Log } from '@tallyhouse/log';
import type { Logger } from '@tallyhouse/service';

export interface RunDeps {
  log: Log;
  deadLetterLog: Log;
  /** Connects, for tasks that need it. */
  openServers(): Promise<Servers>;
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends the task early, but gracefully. */
  signal: AbortSignal;
}
