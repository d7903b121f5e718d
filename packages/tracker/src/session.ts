import { idleMs, longestMs } from './times.ts';
import { uuid7 } from './uuid7.ts';

/**
 * The session of the first of two entries that has not ended, or a new one: its id, and when it began. An entry is `<id> <begun> <used>`
 * with times in milliseconds since 1970.
 */
export const ongoing = (now: number, own: string | undefined, shared: string | undefined) =>
  [own, shared]
    .map((entry) => (entry || '').split(' ') as [string, string, string])
    .find(([, begun, used]) => now - +used < idleMs && now - +begun < longestMs) || [uuid7(), now];
