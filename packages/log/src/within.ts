import { LogUnavailableError } from './log.ts';

/**
 * The promise's own outcome when it comes within `ms` milliseconds.
 * @throws LogUnavailableError with the message when it does not; what comes later is of no interest any more
 */
export async function within<T>(
  ms: number,
  message: string | (() => string),
  promise: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new LogUnavailableError(typeof message === 'string' ? message : message()));
    }, ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
