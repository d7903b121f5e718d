import { messages } from '../words/words.ts';
import { language } from './language.ts';
import { onFirstUse } from './on-first-use.ts';

const of = (options?: Intl.NumberFormatOptions) =>
  onFirstUse(() => new Intl.NumberFormat(language(), options));
const whole = of();
const short = of({ notation: 'compact', maximumFractionDigits: 1 });
const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const decimal = of(tenths);
const share = of({ style: 'percent', ...tenths });
const wholeShare = of({ style: 'percent' });
const signed = of({ style: 'percent', signDisplay: 'exceptZero' });
const points = of({ ...tenths, signDisplay: 'exceptZero' });
const difference = of({ signDisplay: 'exceptZero' });

/** The placeholder for a number that does not exist. */
export const none = '–';

export const formatCount = (count: number) => whole().format(count);

/** Whole up to 9,999, then 12.3K. */
export const formatShort = (count: number) => (count < 10_000 ? whole : short)().format(count);

export const formatDecimal = (number: number | null) => (number === null ? none : decimal().format(number));

/** With a decimal, so that those of a column are below each other; exactly 0 and 100 have none. @param percent 0 to 100 */
export const formatPercent = (percent: number | null) =>
  percent === null ? none : (percent % 100 ? share : wholeShare)().format(percent / 100);

/** Where there is room for whole numbers alone. @param percent 0 to 100 */
export const formatWholePercent = (percent: number | null) =>
  percent === null ? none : wholeShare().format(percent / 100);

/** The minus sign of a decrease: as wide as a plus, unlike a hyphen. */
export const withMinus = (text: string) => text.replace('-', '\u2212');

/** @param percent a change, such as -12.5; from elevenfold on it is shown as a factor */
export const formatGrowth = (percent: number) =>
  percent < 1000
    ? withMinus(signed().format(percent / 100))
    : `×${whole().format(Math.round(percent / 100) + 1)}`;

/** @param change of a count: +12 */
export const formatChange = (change: number) => withMinus(difference().format(change));

/** @param change of a percentage, in points: +0.9 */
export const formatPoints = (change: number) => withMinus(points().format(change));

/** 48s, 3m 12s, 1h 05m. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return none;
  const total = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  if (hours > 0) return messages.general.hours(`${hours}`, two(minutes));
  return minutes > 0
    ? messages.general.minutes(`${minutes}`, two(rest))
    : messages.general.seconds(`${rest}`);
}

export const formatMilliseconds = (ms: number | null) => formatDuration(ms === null ? null : ms / 1000);
