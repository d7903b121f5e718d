/**
 * Where the key is kept: for the tab, or for the device when the reader asks for that. Storage may be forbidden; then the key
 * lives as long as the page.
 */
const place = 'tallyhouse_key';

export function keptKey(): string | undefined {
  try {
    return sessionStorage.getItem(place) ?? localStorage.getItem(place) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepKey(key: string, onDevice: boolean): void {
  forgetKey();
  try {
    (onDevice ? localStorage : sessionStorage).setItem(place, key);
  } catch {
    // Asked for again in the next tab.
  }
}

export function forgetKey(): void {
  try {
    sessionStorage.removeItem(place);
    localStorage.removeItem(place);
  } catch {
    // Nothing was kept.
  }
}

/**
 * Takes the key out of the address that `npm start` prints (#key=...). A fragment is never sent to a server. It leaves the
 * address and the entry in the browser's history at once, so that nobody shares it along with a view.
 */
export function takeKeyFromAddress(): string | undefined {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return undefined;
  history.replaceState(null, '', location.pathname + location.search);
  return key || undefined;
}
