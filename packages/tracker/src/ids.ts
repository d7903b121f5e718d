import { options } from './options.ts';
import { ongoing } from './session.ts';
import { stored } from './storage.ts';
import { uuid7 } from './uuid7.ts';

let entry: string | undefined;
/** Without storage it is known only to this page, and used to notice the end of a session. */
export let sessionId: string;
/** Undefined when storage is blocked or not allowed: ingest then derives both ids. Kept from the time the view was sent. */
export let visitorId: string | undefined;

/**
 * Finds the visitor and the session, which all tabs of the site share, and extends the session. Writes nothing after an opt-out, in any tab.
 * @param session of the view, which keeps it while it lasts, whatever other tabs do; empty before the view has one
 * @param isEvent of a page without a view: the session is neither extended nor begun
 */
export const refreshIds = (session: string, isEvent?: boolean): void => {
  if (stored('opt_out')) return;
  const visitor = +__STORES__(stored('store'), 'cookieless' in options)
    ? // It begins with the time it was made, and ends after 392 days. Another tab may have just written one.
      (stored('visitor') as string) > uuid7(339e8)
      ? stored('visitor')
      : stored('visitor', uuid7())
    : forgetIds();
  const now = Date.now();
  const [id, begun] = ongoing(now, session && entry, visitor ? stored('session') : entry);
  sessionId = id;
  if (session !== id) visitorId = visitor;
  if (isEvent) return;
  entry = id + ' ' + begun + ' ' + now;
  if (visitor) stored('session', entry);
};

/** Stores the visitor's choice, and forgets the visitor after a no. Views that begin from now on respect it. */
export const consent = (isGiven: boolean): void => {
  if (!isGiven) forgetIds();
  stored('store', +isGiven + '');
};

export const forgetIds = (): undefined => {
  stored('visitor', '');
  stored('session', '');
};

declare global {
  /** Ingest replaces this: whether ids are stored. @param choice 1 or 0, the visitor's, which counts more than the tag */
  function __STORES__(choice: string | undefined, cookieless: boolean): string | boolean;
}
