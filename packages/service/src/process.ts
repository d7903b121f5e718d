import closeWithGrace from 'close-with-grace';
import type { Logger } from './logger.ts';

/** The contract's 10 s for an orderly end, less a margin for the exit itself. */
const shutdownTimeoutMs = 9000;

/**
 * The signals that end a process. A further one is ignored: npm passes on the signal that its whole group got already,
 * and to exit in the middle of closing can hang in native code (LMDB's).
 */
const endSignals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Runs a process to its end: calls `start`, closes what it returned on SIGTERM or SIGINT and exits 0; exits 1
 * after a start that failed or a fatal error. An end that takes over 9 s is cut short by SIGKILL, which loses nothing
 * that was acknowledged.
 * @param start gives back how to close; `fail` ends the process because of an error that nothing can mend
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
      if (fatal) logger.fatal({ err: fatal.error }, 'ending after an error');
      else logger.info('ending');
      await close?.();
      // What is thrown here becomes exit code 1.
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
    // For a person at a terminal; where it happened is for who asks for it.
    process.stderr.write(`Could not start. ${error instanceof Error ? error.message : String(error)}\n`);
    logger.debug({ err: error }, 'could not start');
    process.exit(1);
  }
}
