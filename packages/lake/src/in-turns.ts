/** One query waits for its plan while the other one computes. */
const atATime = 2;

/** Does the work for each item, a few at a time. The first failure ends it. */
export async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let failed = false;
  const results = await Promise.allSettled(
    Array.from({ length: atATime }, async () => {
      for (const item of waiting) {
        if (failed) return;
        await work(item).catch((error: unknown) => {
          failed = true;
          throw error;
        });
      }
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
