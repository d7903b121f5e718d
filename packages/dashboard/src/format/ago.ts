import { spoken } from '../words/words.ts';
import { language } from './language.ts';
import { onFirstUse } from './on-first-use.ts';

const passed = onFirstUse(
  () => new Intl.RelativeTimeFormat(language(), { style: spoken === 'en' ? 'narrow' : 'short' }),
);

/** A duration in its largest unit. @param ms milliseconds */
function largest(ms: number): [number, 'second' | 'minute' | 'hour' | 'day'] {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return [seconds, 'second'];
  if (seconds < 3600) return [Math.floor(seconds / 60), 'minute'];
  return seconds < 172_800 ? [Math.floor(seconds / 3600), 'hour'] : [Math.floor(seconds / 86_400), 'day'];
}

/** 12s ago, 3min ago, 47h ago, 2d ago. @param ms milliseconds since then */
export function ago(ms: number): string {
  const [count, unit] = largest(ms);
  return passed().format(-count, unit);
}

/** The length of the longest time within the last hour, for a column of such times: kinds of English differ. */
export const longestAgo = onFirstUse(() => {
  const times = Array.from({ length: 60 }, (_, count) => [ago(count * 1000), ago(count * 60_000)]);
  return Math.max(...times.flat().map(widthOf));
});

/** Signs of Chinese and Japanese are twice as wide. */
const widthOf = (text: string) => text.replace(/[\u2e80-\uffef]/g, '__').length;

/** 3 h, 40 min: a duration. @param ms milliseconds */
export const spanOf = (ms: number): string => inUnit(...largest(ms), 'short');

/** 3 days, or 3 d. */
export const inUnit = (count: number, unit: string, unitDisplay: 'short' | 'long' = 'long') =>
  new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay }).format(count);

const units: Readonly<Record<string, string>> = { m: 'minute', h: 'hour', d: 'day' };

/** 7 days. @param code in the API's form: `30m`, `12h`, `7d` */
export const timeName = (code: string): string =>
  inUnit(Number.parseInt(code, 10), units[code.slice(-1)] ?? 'day');
