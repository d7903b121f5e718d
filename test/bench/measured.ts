import type { Filled } from './fill/fill.ts';
import type { Line } from './line.ts';
import type { Service } from './service.ts';
import type { Sizes } from './sizes.ts';

/** Measures a part of a service that has data. */
export type Measured<Part extends keyof Sizes> = (
  service: Service,
  filled: Filled,
  sizes: Sizes[Part],
) => Promise<Line[]>;

/** Measures a part of a service, whatever data it has. */
export type MeasuredAlone<Part extends keyof Sizes> = (
  service: Service,
  sizes: Sizes[Part],
) => Promise<Line[]>;
