import type { Progress } from '@tallyhouse/service';

/** Where a deletion says how far it is. */
export type Report = Pick<Progress, 'step' | 'show' | 'say'>;
