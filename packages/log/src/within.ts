import { LogUnavailableError } from './log.ts';

/**
 * The promise's own outcome if it settles within `ms` milliseconds.
 * @throws LogUnavailableError with the message if it does not; a later outcome is ignored
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
