/** Limits of a batch, which the consumer stores with one insert. */
export const batchLimits = { messages: 50_000, bytes: 16 * 1024 * 1024 } as const;
