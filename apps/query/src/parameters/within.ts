import type { Parameter } from './parameter.ts';

const minute = 60_000;
const units = { m: minute, h: 60 * minute, d: 24 * 60 * minute };
const [shortest, longest] = [30 * minute, 90 * units.d];

/** Milliseconds. */
export const within: Parameter<number, string> = {
  name: 'within',
  description: 'The longest time from the first step to the last one, inclusive. Has no effect by session.',
  accepts: 'a whole number and a unit (m, h, d), from 30m to 90d',
  schema: { type: 'string', pattern: '^\\d+[mhd]$', examples: ['30m', '7d', '90d'] },
  default: '7d',
  parse(text) {
    const [, digits, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
    const time = Number(digits) * (unit === 'm' || unit === 'h' || unit === 'd' ? units[unit] : Number.NaN);
    return time >= shortest && time <= longest ? time : undefined;
  },
};
