import type { Revenue } from '../api/reports.ts';
import { none } from './numbers.ts';

/** Revenue in the reader's language, each currency on a line of its own. */
export function Money({ revenue }: { revenue: Revenue }) {
  if (revenue.length === 0) return <>{none}</>;
  return (
    <>
      {revenue.map(({ currency, amount }) => (
        <span key={currency} class="money">
          {/* As text, because a number is exact only to about 16 digits. */}
          {new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)}
        </span>
      ))}
    </>
  );
}

/** For a cell of a CSV file: `49.9 EUR; 20 USD`. */
export const moneyText = (revenue: Revenue) =>
  revenue.map(({ currency, amount }) => `${amount} ${currency}`).join('; ');
