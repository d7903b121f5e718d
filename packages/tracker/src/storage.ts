/** An entry of localStorage; also undefined where the browser blocks it, which throws at any access. */
export function read(key: string): string | undefined {
  try {
    return localStorage[key];
  } catch {
    return undefined;
  }
}

/** Writes an entry, or removes it without a value, where that can be done. */
export function write(key: string, value?: string): void {
  try {
    if (value) localStorage[key] = value;
    else delete localStorage[key];
  } catch {}
}
