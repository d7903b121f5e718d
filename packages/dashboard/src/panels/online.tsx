import { formatCount } from '../format/numbers.ts';
import { useRealtime } from './realtime-source.tsx';

/** How many are there now, beside the site's name. */
export function Online() {
  const { answer } = useRealtime();
  if (answer === undefined) return null;
  const count = answer.data.active_visitors;
  return (
    <span class={`online ${count > 0 ? 'live' : ''}`} title="Visitors of the last five minutes">
      <span class="dot" /> {formatCount(count)} <span class="wide">online now</span>
    </span>
  );
}
