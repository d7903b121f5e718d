import { Reason } from '../words/reason.tsx';
import { messages } from '../words/words.ts';

interface Properties {
  why: string;
  onClose: () => void;
}

/** Tells a signed-in reader that another key in the address was refused. */
export function RefusedKey({ why, onClose }: Properties) {
  return (
    <aside class="card notice" aria-label={messages.header.keyInAddress}>
      <p role="status">
        <strong class="problem">
          <Reason text={why} />
        </strong>{' '}
        {messages.header.refusedKey}
      </p>
      <button type="button" onClick={onClose}>
        {messages.general.close}
      </button>
    </aside>
  );
}
