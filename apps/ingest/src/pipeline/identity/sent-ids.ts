import { isUuid7, timeInId } from '@tallyhouse/ping';
import { hourMs, isStorable } from './bounds.ts';
import { deriveId } from './derive.ts';

/** The time of a derived id without one. Any would do: nothing depends on the time in the id of a visitor or pageview. */
const noTime = Date.UTC(2000, 0);

/**
 * The stored id of a visitor or a pageview: a function of only the sent id and the site. A UUIDv7 stays as it is, whatever clock made it.
 * Any other id becomes a derived one.
 */
export function storedId(secret: string, kind: 'visitor' | 'pageview', site: string, sent: string): string {
  const id = sent.toLowerCase();
  return isUuid7(id) && isStorable(timeInId(id)) ? id : deriveId(secret, noTime, kind, site, sent);
}

/** How far ahead a clock may be until its ids end early. No visit meets this bound: clocks are wrong by up to 14 hours, or by whole days. */
const lead = 20 * hourMs;

/**
 * The stored id of a visitor at a time: after so many days it changes, and no one without the secret can link it to the earlier one. A
 * UUIDv7 contains its creation time; the days of any other id count from 1970.
 */
export function visitorIdAt(secret: string, site: string, sent: string, at: number, days: number): string {
  const id = storedId(secret, 'visitor', site, sent);
  if (days === 0) return id;
  const madeAt = timeInId(id);
  const age = madeAt === noTime ? at : at - madeAt;
  const turn = Math.floor((age < 0 ? age + lead : age) / (days * 24 * hourMs));
  return turn === 0 ? id : deriveId(secret, noTime, 'visitor', site, id, turn);
}
