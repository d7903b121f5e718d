import { formatCount } from '../format/numbers.ts';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';

export function VisitorsNow({ count }: { count: number }) {
  return (
    <p class="figure">
      <strong>{formatCount(count)}</strong>
      <span class="faint">{counted(messages.realtime.inFiveMinutes, count)}</span>
    </p>
  );
}
