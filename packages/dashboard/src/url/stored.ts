/** Where a browser keeps texts: until it is cleared, or until the tab is closed. */
type Where = 'localStorage' | 'sessionStorage';

/** A text that this browser keeps; null without one, and in a browser that keeps nothing. */
export function stored(place: string, where: Where = 'localStorage'): string | null {
  try {
    return window[where].getItem(place);
  } catch {
    return null;
  }
}

/** @param text undefined removes it */
export function store(place: string, text: string | undefined, where: Where = 'localStorage'): void {
  try {
    if (text === undefined) window[where].removeItem(place);
    else window[where].setItem(place, text);
  } catch {
    // This browser keeps nothing, or has no room.
  }
}
