/**
 * Tells whether the same was said within the last `ms` milliseconds, apart from its numbers: a wait, a number of
 * tries. Each new thing counts as said by asking.
 */
export function createRepeated(ms: number): (said: string) => boolean {
  const lastAt = new Map<string, number>();
  return (said) => {
    const line = said.replace(/\d+/g, '0');
    const now = Date.now();
    for (const [old, at] of lastAt) if (now - at > ms) lastAt.delete(old);
    if (lastAt.has(line)) return true;
    lastAt.set(line, now);
    return false;
  };
}
