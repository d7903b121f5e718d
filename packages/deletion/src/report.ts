import type { Progress } from '@tallyhouse/service';

/** Reports the progress of a deletion. */
export type Report = Pick<Progress, 'step' | 'show' | 'say'>;
