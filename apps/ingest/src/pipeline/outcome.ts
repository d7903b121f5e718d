/** Why a ping that is well formed is not stored. A closed list: it is part of the HTTP contract. */
export type DropReason = 'bot' | 'spam_referrer' | 'excluded_ip' | 'unknown_site';

export interface Ok<Value> {
  kind: 'ok';
  value: Value;
}

/** Well formed, and not wanted. The sender is told, and need not do anything. */
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

/** What arrived, with more known of it, as a new object. */
export function okWith<T extends object, Added extends object>(arrived: T, added: Added): Ok<T & Added> {
  return ok({ ...arrived, ...added });
}

export function drop(reason: DropReason): Drop {
  return { kind: 'drop', reason };
}

export function reject(parameter: string | undefined, message: string): Reject {
  return { kind: 'reject', parameter, message };
}
