/** A text that this browser keeps; null without one, and in a browser that keeps nothing. */
export function stored(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/** @param text undefined removes it */
export function store(place: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(place);
    else localStorage.setItem(place, text);
  } catch {
    // This browser keeps nothing, or has no room.
  }
}
