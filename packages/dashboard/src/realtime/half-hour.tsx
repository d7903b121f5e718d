import { ago } from '../format/ago.ts';
import { formatCount } from '../format/numbers.ts';
import { messages } from '../words/words.ts';

/** Visitors in each of the last 30 minutes; the current minute is last. */
export function HalfHour({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <div class="half-hour">
      <p class="peak faint" aria-hidden="true">
        {messages.realtime.aMinute(formatCount(Math.max(0, ...counts)))}
      </p>
      <ol aria-label={messages.realtime.byMinute}>
        {counts.map((count, index) => {
          const before = counts.length - 1 - index;
          const when = before === 0 ? messages.general.now : ago(60_000 * before);
          return (
            <li key={before} title={`${formatCount(count)}, ${when}`}>
              <span class="hidden">
                {formatCount(count)} {when}
              </span>
              <span style={{ blockSize: `${(100 * count) / most}%` }} />
            </li>
          );
        })}
      </ol>
      <p class="faint" aria-hidden="true">
        <span>{messages.realtime.minutesBefore(`${counts.length - 1}`)}</span>
        <span>{messages.general.now}</span>
      </p>
    </div>
  );
}
