/** Counts the work caused by request bodies. */
export interface BodyWork {
  inflated(bytes: number): void;
  parsed(bytes: number): void;
  totals(): { inflatedBytes: number; parsedBodies: number; parsedBytes: number };
}

/** Uses plain numbers, because it counts every ping. */
export function createBodyWork(): BodyWork {
  const totals = { inflatedBytes: 0, parsedBodies: 0, parsedBytes: 0 };
  return {
    inflated(bytes) {
      totals.inflatedBytes += bytes;
    },
    parsed(bytes) {
      totals.parsedBodies++;
      totals.parsedBytes += bytes;
    },
    totals: () => totals,
  };
}
