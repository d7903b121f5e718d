import type { Logger, Progress } from '@tallyhouse/service';

export interface RestoreDeps {
  progress: Progress;
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends it early; the next run starts over. */
  signal: AbortSignal;
}
