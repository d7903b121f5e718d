/** Works on items in their order, several at the same time. @throws the first error */
export async function severalAtOnce<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // All workers take from one iterator.
  const waiting = items.values();
  const workThrough = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, workThrough));
}
