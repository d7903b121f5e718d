/** An entry of localStorage; undefined also if the browser blocks storage, when every access throws. */
export function read(key: string): string | undefined {
  try {
    return localStorage[key];
  } catch {
    return undefined;
  }
}

/** Writes an entry, or removes it if there is no value; does nothing if storage is blocked. */
export function write(key: string, value?: string): void {
  try {
    if (value) localStorage[key] = value;
    else delete localStorage[key];
  } catch {}
}
