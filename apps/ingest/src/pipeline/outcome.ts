import type { dropReasons } from '@tallyhouse/ping/drop-reasons';

/** Why ingest does not count a valid ping. */
export type DropReason = Exclude<(typeof dropReasons)[number], 'forgotten'>;

export interface Ok<Value> {
  kind: 'ok';
  value: Value;
}

/** A valid ping that is not counted. The sender gets the reason, and need not do anything. */
export interface Drop {
  kind: 'drop';
  reason: DropReason;
}

/** The sender's error: the field, and the values it accepts. `parameter` is missing when the whole entry is wrong. */
export interface Reject {
  kind: 'reject';
  parameter: string | undefined;
  message: string;
}

export type Outcome<Value> = Ok<Value> | Drop | Reject;

export const ok = <Value>(value: Value): Ok<Value> => ({ kind: 'ok', value });

/** A copy with more properties. */
export const okWith = <T extends object, Added extends object>(arrived: T, added: Added): Ok<T & Added> =>
  ok({ ...arrived, ...added });

export const drop = (reason: DropReason): Drop => ({ kind: 'drop', reason });

export const reject = (parameter: string | undefined, message: string): Reject => ({
  kind: 'reject',
  parameter,
  message,
});
