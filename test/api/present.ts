import type { PingRow } from '@tallyhouse/ping';
import { uuid7 } from '../harness/uuid7.ts';

export const key = 'the-key-of-the-tests';
/** The present in tests: a Saturday, 10:15 UTC. */
export const now = Date.parse('2026-11-21T10:15:00.000Z');

export const minutesAgo = (minutes: number) => now - minutes * 60_000;
export const hoursAgo = (hours: number) => minutesAgo(hours * 60);
export const iso = (at: number) => new Date(at).toISOString();

/** The ids of a visit, made when it began. */
export function visit(at: number, visitor = uuid7(at)) {
  return { visitor_id: visitor, session_id: uuid7(at) };
}

export const seen = (pinged_at: number, more: Partial<PingRow> = {}) => ({
  ...visit(pinged_at),
  pinged_at,
  ...more,
});

/** A later ping of a visit, or a variant of the first. */
export const ping = (pinged_at: number, ids: Partial<PingRow>, more: Partial<PingRow> = {}) => ({
  ...ids,
  pinged_at,
  ...more,
});
