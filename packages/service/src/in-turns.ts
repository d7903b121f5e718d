/** Two: one query waits for its plan while the other one computes. */
const atATime = 2;

/**
 * Does the work for each item, a few at a time.
 * @param work ends early when the signal aborts, after another one's failure
 * @throws the first failure
 */
export async function inTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const failed = new AbortController();
  const worker = async () => {
    for (let next = waiting.next(); !next.done && !failed.signal.aborted; next = waiting.next()) {
      await work(next.value, failed.signal).catch((error: unknown) => failed.abort(error));
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  failed.signal.throwIfAborted();
}
