import { idLead } from '@tallyhouse/ping';
import { isStorable } from './bounds.ts';
import { deriveId } from './derive.ts';
import { isUuid7, timeOf } from './uuid7.ts';

/** Where a derived id has no other time. Any would do: nothing follows from the time in the id of a visitor or pageview. */
const noTime = Date.UTC(2000, 0);

/**
 * What the id of a visitor or a pageview becomes: a function of the id and the site alone. A UUIDv7 stays as it is, whatever the
 * clock that made it. Any other id becomes one that is derived from it.
 */
export function storedId(secret: string, kind: 'visitor' | 'pageview', site: string, sent: string): string {
  const id = sent.toLowerCase();
  return isUuid7(id) && isStorable(timeOf(id)) ? id : deriveId(secret, noTime, kind, site, sent);
}

const dayMs = 86_400_000;

/**
 * What the id of a visitor becomes at a time: after so many days another id, which nobody without the secret can link to the
 * earlier one. A UUIDv7 says when it was made; the days of any other id, or one of the future, are counted from 1970.
 */
export function visitorIdAt(secret: string, site: string, sent: string, at: number, days: number): string {
  const id = storedId(secret, 'visitor', site, sent);
  if (days === 0) return id;
  const madeAt = timeOf(id);
  const isDated = madeAt !== noTime && madeAt <= at + idLead;
  const turn = Math.max(0, Math.floor((at - (isDated ? madeAt : 0)) / (days * dayMs)));
  return isDated && turn === 0 ? id : deriveId(secret, noTime, 'visitor', site, id, turn);
}
