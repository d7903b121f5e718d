import closeWithGrace from 'close-with-grace';
import type { Logger } from './logger.ts';

/** The contract's 10 s for an orderly end, less a margin for the exit itself. */
const shutdownTimeoutMs = 9000;

/**
 * Runs a process to its end: calls `start`, closes what it returned on SIGTERM or SIGINT and exits 0; exits 1
 * after a start that failed, a fatal error or an end that took over 9 s.
 * @param start gives back how to close; `fail` ends the process because of an error that nothing can mend
 */
export async function runProcess(
  logger: Logger,
  start: (fail: (error: unknown) => void) => Promise<() => Promise<void>>,
): Promise<void> {
  let close: (() => Promise<void>) | undefined;
  const grace = closeWithGrace({ delay: shutdownTimeoutMs, logger: false }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'ending after an error');
    else logger.info({ signal }, 'ending');
    await close?.();
    if (err) process.exitCode = 1;
  });
  try {
    close = await start((error) => {
      logger.fatal({ err: error }, 'ending after an error');
      process.exitCode = 1;
      grace.close();
    });
  } catch (error) {
    // For a person at a terminal; where it happened is for who asks for it.
    process.stderr.write(`Could not start. ${error instanceof Error ? error.message : String(error)}\n`);
    logger.debug({ err: error }, 'could not start');
    process.exit(1);
  }
}
