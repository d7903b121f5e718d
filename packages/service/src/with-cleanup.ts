/** Adds what ends a step: it is called in the end. */
export type OnEnd = (clean: () => Promise<unknown>) => void;

/**
 * Does steps one after the other. In the end, also after an error, what they opened is closed: the last first, and all of it even when
 * closing fails somewhere.
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
