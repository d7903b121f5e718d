import type { Servers } from '@tallyhouse/cluster';
import type { Log } from '@tallyhouse/log';
import type { CommandDeps } from '@tallyhouse/service';

export interface RunDeps extends Omit<CommandDeps, 'progress'> {
  log: Log;
  deadLetterLog: Log;
  /** Connects, for tasks that need it. */
  openServers(): Promise<Servers>;
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
}
