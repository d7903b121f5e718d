import { Foreign } from '../panels/list.tsx';
import { messages } from '../words/words.ts';
import type { Fired } from './managed.ts';
import { recipients } from './words.ts';

/** Whether an address accepted an alert, or the service's reason why it did not, which is English. A missing SMTP_URL is a hint. */
export function Delivery({ to, ok, tries, error }: Fired['deliveries'][number]) {
  const { taken, notTaken, notTakenIn } = messages.alerts;
  return (
    <p class={ok || error?.includes('SMTP_URL') ? 'faint' : 'problem'}>
      <Foreign text={recipients(to)} />
      {messages.general.colon}
      {ok ? taken : tries > 1 ? notTakenIn(`${tries}`) : notTaken} {!ok && <span lang="en">{error}</span>}
    </p>
  );
}
