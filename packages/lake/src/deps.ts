import type { Logger, Progress } from '@tallyhouse/service';

export interface LakeDeps {
  progress: Progress;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends it early; what was written stays. */
  signal: AbortSignal;
}
