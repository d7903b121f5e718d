import type { Account } from '../api/reports.ts';
import { formatCount } from '../format/numbers.ts';
import { dropReasons } from '../panels/drop-reasons.ts';

/** What arrived from a site although none of it is counted: how much, why, and what to do about it. */
export function NotCounted({ account }: { account: Account }) {
  const { received, dead_lettered, dropped_by_reason } = account;
  return (
    <section class="not-counted" aria-label="Not counted">
      <p role="status">
        <strong>
          {formatCount(received)} {received === 1 ? 'ping has' : 'pings have'} arrived in the last 30 days,
          and none is counted:
        </strong>
      </p>
      <ul>
        {dropped_by_reason.map(({ reason, pings }) => (
          <li key={reason}>
            {formatCount(pings)} dropped: {dropReasons[reason]?.name ?? reason}.{' '}
            <span class="faint">{dropReasons[reason]?.cure}</span>
          </li>
        ))}
        {dead_lettered > 0 && (
          <li>
            {formatCount(dead_lettered)} refused by the database.{' '}
            <span class="faint">The log of the consumer says why.</span>
          </li>
        )}
      </ul>
    </section>
  );
}
