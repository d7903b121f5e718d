import { idleMs, longestMs } from './times.ts';
import { uuid7 } from './uuid7.ts';

/**
 * A session's entry, `<id> <begun> <used>` with times in milliseconds since 1970: the first of these that has not ended,
 * extended, or a new one.
 */
export const nextSession = (entries: readonly (string | undefined)[]): string => {
  const now = Date.now();
  const [id, begun] = entries
    .map((entry) => (entry || '').split(' ') as [string, string, string])
    .find(([, begun, used]) => now - +used < idleMs && now - +begun < longestMs) || [uuid7(), now];
  return `${id} ${begun} ${now}`;
};
