/** The browser's name of a zone, in its usual case; most browsers have one for all names of a zone. undefined when there is none. */
export function canonicalZone(name: string): string | undefined {
  // Names only, like the API: browsers also accept offsets (+03:00).
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The zone of the reader. Where browsers do not know it they return an offset, Etc/Unknown or nothing, and it is UTC. */
export const ownZone = () => canonicalZone(`${Intl.DateTimeFormat().resolvedOptions().timeZone}`) ?? 'UTC';
