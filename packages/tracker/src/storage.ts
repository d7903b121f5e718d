/**
 * An entry of localStorage, after writing the value, or removing the entry if the value is empty. Undefined also if the browser
 * blocks storage, when every access throws.
 */
export const stored = (key: string, value?: string): string | undefined => {
  try {
    if (value) localStorage[key] = value;
    else if (value === '') delete localStorage[key];
    return localStorage[key];
  } catch {}
  return undefined;
};
