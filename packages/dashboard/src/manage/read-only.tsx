import { Reason } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
/** Says that a file is managed elsewhere. @param why the service's message, which names the file or the setting */
export function ReadOnly({ why }: { why: string | undefined }) {
  if (why === undefined) return null;
  return (
    <p class="card panel" role="status">
      <strong>{messages.manage.readOnly}</strong> <Reason text={why} /> {messages.manage.changeThere}
    </p>
  );
}
