import closeWithGrace from 'close-with-grace';
import type { Logger } from './logger.ts';
import { messageOf } from './reason.ts';

/** The promised 10 s for a graceful shutdown, less a margin for the exit itself. */
const shutdownTimeoutMs = 9000;

/**
 * The signals that end a process. Repeated ones are ignored: npm forwards a signal that its whole group already got, and exiting while
 * closing can hang in native code (LMDB's).
 */
const endSignals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Runs a process until it ends: calls `start`, and on SIGTERM or SIGINT the function that it returned, then exits 0;
 * exits 1 after a failed start or a fatal error. A shutdown that takes over 9 s is ended by SIGKILL, which loses nothing
 * that was acknowledged.
 * @param start returns a function that closes everything; `fail` ends the process after a permanent error
 */
export async function runProcess(
  logger: Logger,
  start: (fail: (error: unknown) => void) => Promise<() => Promise<void>>,
): Promise<void> {
  let close: (() => Promise<void>) | undefined;
  let fatal: { error: unknown } | undefined;
  let ending = false;
  const grace = closeWithGrace(
    {
      delay: shutdownTimeoutMs,
      logger: false,
      skip: [...endSignals],
      onTimeout: () => process.kill(process.pid, 'SIGKILL'),
    },
    async ({ err }) => {
      if (err) fatal = { error: err };
      if (fatal) logger.fatal({ err: fatal.error }, 'shutting down after an error');
      else logger.info('shutting down');
      await close?.();
      // An error thrown here becomes exit code 1.
      if (fatal) throw fatal.error;
    },
  );
  const end = () => {
    if (ending) return;
    ending = true;
    grace.close();
  };
  for (const signal of endSignals) process.on(signal, end);

  try {
    close = await start((error) => {
      fatal ??= { error };
      end();
    });
  } catch (error) {
    // For a person at a terminal; the stack is logged at debug level.
    process.stderr.write(`Could not start. ${messageOf(error)}\n`);
    logger.debug({ err: error }, 'could not start');
    process.exit(1);
  }
}
