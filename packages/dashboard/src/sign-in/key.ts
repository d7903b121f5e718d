import { store, stored } from '../url/stored.ts';

/** Stores the key for the tab, or for the device if the reader chooses. If storage is blocked, the key lasts as long as the page. */
const place = 'tallyhouse_key';

export const keptKey = () => stored(place, 'sessionStorage') ?? stored(place) ?? undefined;

export function keepKey(key: string, onDevice: boolean): void {
  // Else it would go before that of the device. A key for the tab, such as one in an address, leaves the device signed in.
  store(place, undefined, 'sessionStorage');
  store(place, key, onDevice ? 'localStorage' : 'sessionStorage');
}

/** @param key the one that is no longer valid; undefined: the reader signs out, whichever keys there are */
export function forgetKey(key?: string): void {
  for (const where of ['sessionStorage', 'localStorage'] as const)
    if (key === undefined || stored(place, where) === key) store(place, undefined, where);
}

/**
 * Takes the key from the address that `npm start` prints (#key=...). A fragment is never sent to a server. It is removed from the address
 * and the browser's history entry at once, so that no one shares it together with a view.
 */
export function takeKeyFromAddress(): string | undefined {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return key || undefined;
}
