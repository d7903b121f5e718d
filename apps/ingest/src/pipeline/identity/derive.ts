import { createHash, createHmac } from 'node:crypto';
import { uuid7 } from '@tallyhouse/ping';
import { remembered } from '@tallyhouse/service';

/**
 * Derives a UUIDv7-shaped id: the same parts and time give the same id in every process that has the key. The parts are
 * encoded as JSON, so that no two lists of parts give the same string.
 */
export function deriveId(key: string | Buffer, time: number, ...parts: readonly (string | number)[]): string {
  return uuid7(time, createHmac('sha256', key).update(JSON.stringify(parts)).digest());
}

/** A key of 22 characters. */
export const hashOf = (key: string): string =>
  createHash('sha256').update(key).digest('base64url').slice(0, 22);

/** The key of a month, derived from the secret and the date. Nothing is stored, and ids of two months cannot be linked. */
export function createMonthlyKeys(secret: string): (time: number) => Buffer {
  const keyOf = remembered(128, (month) => createHmac('sha256', secret).update(month).digest());
  return (time) => keyOf(new Date(time).toISOString().slice(0, 7));
}
