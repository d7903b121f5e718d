import { formatCount } from '../format/numbers.ts';

/** The figure of current visitors. */
export function VisitorsNow({ count }: { count: number }) {
  return (
    <p class="figure">
      <strong>{formatCount(count)}</strong>
      <span class="faint">{count === 1 ? 'visitor' : 'visitors'} in 5 minutes</span>
    </p>
  );
}
