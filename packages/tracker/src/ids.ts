/** A session ends after this much silence, in any tab. */
const idleMs = 30 * 60 * 1000;
/** And at the latest this long after it began. */
const longestMs = 24 * 60 * 60 * 1000;

/** A UUIDv7: the time, then random bits. */
export function uuid7(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let time = Date.now();
  for (let i = 5; i >= 0; i--) {
    bytes[i] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The visitor's id, kept in localStorage; undefined where storage is not to be had: ingest derives one then. */
export function visitorId(): string | undefined {
  return stored('tallyhouse_visitor', (kept) => kept || uuid7());
}

/** The session's id, shared by the site's tabs; each call prolongs it. */
export function sessionId(): string | undefined {
  const session = stored('tallyhouse_session', (kept) => {
    const [id, begun, used] = (kept ?? '').split(' ');
    const now = Date.now();
    const goesOn = id && now - Number(used) < idleMs && now - Number(begun) < longestMs;
    return goesOn ? `${id} ${begun} ${now}` : `${uuid7()} ${now} ${now}`;
  });
  return session?.split(' ')[0];
}

function stored(key: string, next: (kept: string | null) => string): string | undefined {
  try {
    const value = next(localStorage.getItem(key));
    localStorage.setItem(key, value);
    return value;
  } catch {
    return undefined;
  }
}
