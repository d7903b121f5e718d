import { alphabetical } from '../order.ts';
import type { Event } from '../site.ts';
import { groupBy } from './report.ts';

/** The sums of events by currency, as plain decimals. */
export function revenueOf(events: Event[]) {
  return groupBy(
    events.filter(({ ping }) => ping.currency !== ''),
    ({ ping }) => ping.currency,
  )
    .map((own) => ({
      currency: own[0].ping.currency,
      amount: decimal(own.reduce((sum, { amount }) => sum + amount, 0n)),
    }))
    .sort(alphabetical(({ currency }) => currency));
}

/** Ten thousandths as a decimal without trailing zeros. */
export function decimal(units: bigint): string {
  const digits = `${units < 0n ? -units : units}`.padStart(5, '0');
  const text = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}
