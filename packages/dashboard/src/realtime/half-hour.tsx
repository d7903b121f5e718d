import { formatCount } from '../format/numbers.ts';

/** Visitors in each of the last 30 minutes; the current minute is last. */
export function HalfHour({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <div class="half-hour">
      <p class="peak faint" aria-hidden="true">
        {formatCount(Math.max(0, ...counts))} a minute
      </p>
      <ol aria-label="Visitors by minute">
        {counts.map((count, index) => {
          const ago = counts.length - 1 - index;
          const when = ago === 0 ? 'now' : `${ago} min ago`;
          return (
            <li key={ago} title={`${formatCount(count)}, ${when}`}>
              <span class="hidden">
                {formatCount(count)} {when}
              </span>
              <span style={{ blockSize: `${(100 * count) / most}%` }} />
            </li>
          );
        })}
      </ol>
      <p class="faint" aria-hidden="true">
        <span>−{counts.length - 1} min</span>
        <span>now</span>
      </p>
    </div>
  );
}
