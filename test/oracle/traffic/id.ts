import { createHash } from 'node:crypto';
import { uuid7 } from '../../harness/uuid7.ts';
import { day, hour } from './moment.ts';

/** When an id was created: with the first ping, or as far from its pings as allowed. */
export const idTimes = ['with the first ping', 'ahead', 'long before'] as const;
export type IdTime = (typeof idTimes)[number];

/** A UUIDv7 for pings from the first to the last time; a name always gives the same random digits. */
export function idOf(name: string, made: IdTime, first: number, last = first): string {
  const times = { 'with the first ping': first, ahead: first + 2 * hour, 'long before': last - day };
  return namedId(times[made], name);
}

/** Whether a ping may have an id: at most a day older, at most two hours ahead. */
export function mayCarry(id: string, at: number): boolean {
  const made = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return at - day <= made && made <= at + 2 * hour;
}

/** A UUIDv7 of a time; a name always gives the same random digits. */
export const namedId = (time: number, name: string) => uuid7(time, hash(name));

/** Pseudo-random hexadecimal digits of a name. */
export const hash = (name: string) => createHash('sha256').update(name).digest('hex');
