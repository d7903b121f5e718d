import type { Revenue } from '../api/reports.ts';
import { language } from './language.ts';
import { none, withMinus } from './numbers.ts';

/** Revenue, each currency on a line of its own, to its usual decimals. From a million on it is short, and whole in the tooltip. */
export function Money({ revenue }: { revenue: Revenue }) {
  if (revenue.length === 0) return <>{none}</>;
  return (
    <>
      {revenue.map(({ currency, amount }) => {
        const sum = exact(amount);
        const whole = formatMoney(currency, sum);
        const isLong = Math.abs(Number(sum)) >= 1_000_000;
        return (
          <span key={currency} class="money" title={isLong ? whole : undefined}>
            {isLong ? formatMoney(currency, sum, true) : whole}
          </span>
        );
      })}
    </>
  );
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** An amount as text, because a number is exact only to about 16 digits. */
export const exact = (amount: string) => (isDecimal(amount) ? amount : Number.NaN);

const compact = { notation: 'compact', maximumFractionDigits: 1 } as const;

export const formatMoney = (currency: string, sum: `${number}` | number, isShort = false) =>
  withMinus(
    new Intl.NumberFormat(language(), { style: 'currency', currency, ...(isShort && compact) }).format(sum),
  );

/** For a cell of a CSV file: `49.9 EUR; 20 USD`. */
export const moneyText = (revenue: Revenue) =>
  revenue.map(({ currency, amount }) => `${amount} ${currency}`).join('; ');
