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

/** A decimal without trailing zeros, from units that are ten thousandths by default. */
export function decimal(units: bigint, places = 4): string {
  const digits = `${units < 0n ? -units : units}`.padStart(places + 1, '0');
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}
