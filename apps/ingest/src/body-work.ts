/** Counts the work caused by request bodies, in plain numbers, because it counts every ping. */
export function createBodyWork() {
  const totals = { inflatedBytes: 0, parsedBodies: 0, parsedBytes: 0 };
  return {
    inflated(bytes: number) {
      totals.inflatedBytes += bytes;
    },
    parsed(bytes: number) {
      totals.parsedBodies++;
      totals.parsedBytes += bytes;
    },
    totals: () => totals,
  };
}

export type BodyWork = ReturnType<typeof createBodyWork>;
