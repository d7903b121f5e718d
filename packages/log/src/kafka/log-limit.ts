/**
 * Limits how often the same line is logged: returns whether to log the text, which is false when the same text was
 * passed within the last `ms` milliseconds. Numbers (a wait, a count of retries) do not make a text different.
 */
export function createLogLimit(ms: number): (text: string) => boolean {
  const lastAt = new Map<string, number>();
  return (text) => {
    const line = text.replace(/\d+/g, '0');
    const now = performance.now();
    for (const [old, at] of lastAt) if (now - at > ms) lastAt.delete(old);
    if (lastAt.has(line)) return false;
    lastAt.set(line, now);
    return true;
  };
}
