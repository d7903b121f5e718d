/** Adds a cleanup for the end. */
export type OnEnd = (clean: () => Promise<unknown>) => void;

/**
 * Runs steps one after the other. At the end, also after an error, everything they opened is closed: the last first, and all of it even
 * when closing fails somewhere.
 * @throws the error of a step, or that of closing
 */
export async function withCleanup<Result>(steps: (onEnd: OnEnd) => Promise<Result>): Promise<Result> {
  const cleaners: (() => Promise<unknown>)[] = [];
  try {
    return await steps((clean) => cleaners.push(clean));
  } finally {
    await cleanAll(cleaners);
  }
}

async function cleanAll(cleaners: (() => Promise<unknown>)[]): Promise<void> {
  const last = cleaners.pop();
  if (last === undefined) return;
  try {
    await last();
  } finally {
    await cleanAll(cleaners);
  }
}
