import { type Vital, vitals } from '@tallyhouse/ping/vitals';
import type { VitalsRow } from '../api/reports.ts';
import { messages } from '../words/words.ts';
import { language } from './language.ts';
import { formatCount, formatDecimal, formatPercent, none } from './numbers.ts';
import { onFirstUse } from './on-first-use.ts';

export type Measured = NonNullable<VitalsRow[Vital]>;

const hundredths = onFirstUse(() => new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }));

/** 480 ms, 2.4 s; a layout shift has no unit. */
export function formatVital(vital: Vital, measured: Measured | null): string {
  if (measured === null) return none;
  const { p75 } = measured;
  if (!vitals[vital].isTime) return hundredths().format(p75);
  return p75 < 1000 ? `${formatCount(p75)} ms` : `${formatDecimal(p75 / 1000)} s`;
}

export type VitalClass = 'good' | 'middling' | 'poor';

/** The class of the 75th percentile: it is within a limit when 75 % of the values are. */
export function classOf({ good, needs_improvement, views }: Measured): VitalClass {
  if (4 * good >= 3 * views) return 'good';
  return 4 * (good + needs_improvement) >= 3 * views ? 'middling' : 'poor';
}

/** The share of each class, 0 to 100. */
export const sharesOf = ({ good, needs_improvement, poor, views }: Measured): [VitalClass, number][] => [
  ['good', (100 * good) / views],
  ['middling', (100 * needs_improvement) / views],
  ['poor', (100 * poor) / views],
];

/** The shares in words. */
export const sharesText = (measured: Measured): string =>
  sharesOf(measured)
    .map(([name, percent]) => `${messages.numbers.vitals[name]} ${formatPercent(percent)}`)
    .join(', ');
