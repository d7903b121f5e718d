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
