import type { Sender } from './arrival.ts';
import { validate } from './validate.ts';

export const noon = Date.UTC(2026, 10, 21, 12);
const browser = { address: '192.0.2.1', userAgent: 'Firefox', acceptLanguage: '' };
export const sender: Sender = { ...browser, keyed: false, receivedAt: noon };

/** A valid ping, as the steps after validation receive it. */
export function arrived(entry: object, by: Partial<Sender> = {}) {
  const outcome = validate({ entry, sender: { ...sender, ...by } });
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.value;
}
