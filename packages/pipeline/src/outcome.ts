/** Why a valid ping is not counted. The list is closed: it is part of the HTTP contract. */
export type DropReason =
  | 'bot'
  | 'spam_referrer'
  | 'excluded_ip'
  | 'excluded_path'
  | 'foreign_host'
  | 'unknown_site';

export interface Ok<Value> {
  kind: 'ok';
  value: Value;
}

/** A valid ping that is not counted. The sender gets the reason, and need not do anything. */
export interface Drop {
  kind: 'drop';
  reason: DropReason;
}

/** The sender's mistake: which field, and what it accepts. `parameter` is missing when the whole entry is wrong. */
export interface Reject {
  kind: 'reject';
  parameter: string | undefined;
  message: string;
}

export type Outcome<Value> = Ok<Value> | Drop | Reject;

export function ok<Value>(value: Value): Ok<Value> {
  return { kind: 'ok', value };
}

/** A new object: what arrived, with more properties. */
export function okWith<T extends object, Added extends object>(arrived: T, added: Added): Ok<T & Added> {
  return ok({ ...arrived, ...added });
}

export function drop(reason: DropReason): Drop {
  return { kind: 'drop', reason };
}

export function reject(parameter: string | undefined, message: string): Reject {
  return { kind: 'reject', parameter, message };
}
