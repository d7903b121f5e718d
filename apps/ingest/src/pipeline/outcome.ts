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

export function ok<Value>(value: Value): Ok<Value> {
  return { kind: 'ok', value };
}

/** A copy with more properties. */
export function okWith<T extends object, Added extends object>(arrived: T, added: Added): Ok<T & Added> {
  return ok({ ...arrived, ...added });
}

export function drop(reason: DropReason): Drop {
  return { kind: 'drop', reason };
}

export function reject(parameter: string | undefined, message: string): Reject {
  return { kind: 'reject', parameter, message };
}
