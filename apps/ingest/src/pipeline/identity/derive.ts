import { createHmac } from 'node:crypto';
import { remembered } from '../remembered.ts';
import { uuid7 } from './uuid7.ts';

/**
 * A UUIDv7-shaped id made from what it stands for: the same parts and time give the same id, in every process that
 * has the key. The parts are framed as JSON, so that no two lists of parts run into one string.
 */
export function deriveId(key: string | Buffer, time: number, ...parts: readonly (string | number)[]): string {
  return uuid7(time, createHmac('sha256', key).update(JSON.stringify(parts)).digest());
}

/** The key of a month, from the secret and the date alone; nothing is stored, and a month that ended cannot be linked to the next. */
export function createMonthlyKeys(secret: string): (time: number) => Buffer {
  const keyOf = remembered(128, (month) => createHmac('sha256', secret).update(month).digest());
  return (time) => keyOf(new Date(time).toISOString().slice(0, 7));
}
