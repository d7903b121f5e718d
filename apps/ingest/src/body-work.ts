/** Counts the work that bodies cause. */
export interface BodyWork {
  inflated(bytes: number): void;
  parsed(bytes: number): void;
  totals(): { inflatedBytes: number; parsedBodies: number; parsedBytes: number };
}

/** Plain numbers: this is counted for each ping. */
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
