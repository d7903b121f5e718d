import type { Logger, Progress } from '@tallyhouse/service';

export interface BackupDeps {
  progress: Progress;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends it early; what it wrote is removed. */
  signal: AbortSignal;
}
