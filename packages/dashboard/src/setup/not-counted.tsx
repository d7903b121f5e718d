import type { Account } from '../api/reports.ts';
import { formatCount } from '../format/numbers.ts';
import { reasonCure, reasonName } from '../panels/drop-reasons.ts';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';

/** The account of a site whose pings are all dropped: how many, why, and what to do about it. */
export function NotCounted({ account }: { account: Account }) {
  const { received, dead_lettered, dropped_by_reason } = account;
  return (
    <section class="not-counted" aria-label={messages.setup.notCounted}>
      <p role="status">
        <strong>{counted(messages.setup.arrived, received)}</strong>
      </p>
      <ul>
        {dropped_by_reason.map(({ reason, pings }) => (
          <li key={reason}>
            {messages.setup.dropped(formatCount(pings), reasonName(reason))}{' '}
            <span class="faint">{reasonCure(reason)}</span>
          </li>
        ))}
        {dead_lettered > 0 && (
          <li>
            {messages.setup.refused(formatCount(dead_lettered))}{' '}
            <span class="faint">{messages.setup.seeLog}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
