import type { Model } from '../../parameters/model.ts';

/**
 * Which conversions each touch of a visitor is credited with: those within a span. SQL from arrays of the touches, oldest first: `times`,
 * `expiries` (when each is too old) and `directs` (whether its source is Direct). Spans of a visitor overlap only in `linear`.
 */
export const spansOf: Readonly<Record<Model, { from: string; until: string }>> = {
  first: {
    from: 'arrayMap((time, expiry) -> greatest(time, expiry), times, arrayShiftRight(expiries, 1))',
    until: 'expiries',
  },
  last: {
    from: 'times',
    until: 'arrayMap((expiry, next) -> least(expiry, next), expiries, arrayShiftLeft(times, 1, never))',
  },
  /** A direct touch from the expiry of all earlier touches to the next touch; any other touch up to the next one that is not direct. */
  last_non_direct: {
    from: `arrayMap(
    (time, is_direct, expiry) -> if(is_direct, greatest(time, expiry), time),
    times,
    directs,
    arrayFill(expiry -> expiry > 0, arrayMap((expiry, is_direct) -> if(is_direct, 0, expiry), expiries, directs))
)`,
    until: `arrayMap(
    (expiry, is_direct, next, next_other) -> least(expiry, if(is_direct, next, next_other)),
    expiries,
    directs,
    arrayShiftLeft(times, 1, never),
    arrayReverseFill(
        time -> time < never,
        arrayShiftLeft(arrayMap((time, is_direct) -> if(is_direct, never, time), times, directs), 1, never)
    )
)`,
  },
  /** Each touch while it counts. */
  linear: { from: 'times', until: 'expiries' },
};
