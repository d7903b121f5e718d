/**
 * Caches the result of `ask` for `ms` milliseconds. Calls in the meantime, and while it is pending, share that result. A failure is cached
 * as long.
 */
export function cached<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  let staleAt = 0;
  return () => {
    if (answer && performance.now() < staleAt) return answer;
    staleAt = Number.POSITIVE_INFINITY;
    answer = ask().finally(() => {
      staleAt = performance.now() + ms;
    });
    return answer;
  };
}
