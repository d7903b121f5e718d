/**
 * The same question, asked once in `ms` milliseconds at most: whoever asks in between, or while it is being answered,
 * gets the same answer. A failure is kept as long.
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
