/** What the tracker stores, each in an entry of its own, such as `tallyhouse_visitor`. */
type Entry = 'visitor' | 'session' | 'store' | 'opt_out';

/**
 * An entry of localStorage, after writing the value, or removing the entry if the value is empty. Undefined also if the browser
 * blocks storage, when every access throws.
 */
export const stored = (name: Entry, value?: string): string | undefined => {
  try {
    const key = 'tallyhouse_' + name;
    if (value === '') delete localStorage[key];
    else if (value) localStorage[key] = value;
    return localStorage[key];
  } catch {}
  return undefined;
};
