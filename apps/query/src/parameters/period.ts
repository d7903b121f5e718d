import type { Parameter } from './parameter.ts';

const days = 3652; // at most ten calendar years, wherever the leap years fall

/** Units, each with its maximum in ten years. */
const units = { m: days * 24 * 60, h: days * 24, d: days, w: Math.floor(days / 7), mo: 120, y: 10 } as const;
const names = ['today', 'yesterday', 'month', 'year', 'all'] as const;

type PeriodUnit = keyof typeof units;
export type NamedPeriod = (typeof names)[number];
/** A length of time that ends now, or a named period. */
export type Period = { amount: number; unit: PeriodUnit } | NamedPeriod;

export const period: Parameter<Period, string> = {
  name: 'period',
  description:
    'The time covered by the report, up to now: minutes (30m), hours, days of 24 h (7d), weeks, calendar months (3mo) or years; ' +
    'today so far, yesterday, the month or the year so far, all in local time; all is the last ten years.',
  accepts: `a number and a unit (m, h, d, w, mo, y) such as 1h, 7d or 30d, at most 10 years, or one of ${names.join(', ')}`,
  schema: {
    type: 'string',
    pattern: `^(\\d+(m|h|d|w|mo|y)|${names.join('|')})$`,
    examples: ['1h', '7d', '30d'],
  },
  default: '7d',
  parse: parsePeriod,
};

function parsePeriod(text: string): Period | undefined {
  const name = names.find((known) => known === text);
  if (name) return name;
  const [, digits, letters] = /^(\d{1,9})(m|h|d|w|mo|y)$/.exec(text) ?? [];
  const unit = isUnit(letters) ? letters : undefined;
  const amount = Number(digits);
  return unit && amount >= 1 && amount <= units[unit] ? { amount, unit } : undefined;
}

function isUnit(text: string | undefined): text is PeriodUnit {
  return text !== undefined && Object.hasOwn(units, text);
}
