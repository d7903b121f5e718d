import { formatCount } from '../format/numbers.ts';
import { messages } from '../words/words.ts';
import { useRealtime } from './realtime-source.tsx';

export function Online() {
  const { answer, loading } = useRealtime();
  if (answer === undefined) return null;
  const count = answer.data.active_visitors;
  return (
    <span class={`online ${count > 0 ? 'live' : ''}`} aria-busy={loading} title={messages.header.online}>
      <span class="dot" /> {formatCount(count)} <span class="wide">{messages.header.onlineNow}</span>
    </span>
  );
}
