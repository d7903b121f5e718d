import type { Bucket, Granularity } from '../api/reports.ts';
import type { BucketPair } from './bucket-pairs.ts';
import type { Line } from './metrics.ts';

export interface Drawing {
  pairs: readonly BucketPair[];
  metric: Line;
  /** Drawn as bars below the line, by a scale of their own. */
  bars?: Line | undefined;
  granularity: Granularity;
  /** Whether the last point is still incomplete. */
  unfinished: boolean;
  /** Called with the ends of the range that the reader selected with the mouse. */
  onZoom: ((first: Bucket, last: Bucket) => void) | undefined;
}
