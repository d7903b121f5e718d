import closeWithGrace from 'close-with-grace';
import { argumentsOfProcess, cureOfUse, type Options, readOptions } from './arguments.ts';
import { createLogger, type Logger } from './logger.ts';
import { messageOf } from './reason.ts';

/** The promised 10 s for a graceful shutdown, less a margin for the exit itself. */
const shutdownTimeoutMs = 9000;

/**
 * The signals that end a process. Further ones are ignored: npm forwards a signal that its whole group already got, a closed terminal sends
 * SIGHUP twice, and exiting while closing can hang in native code (LMDB's).
 */
const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface Service<Config, Given extends Options> {
  /** The app, in its log. */
  name: string;
  usage: string;
  options: Given;
  readConfig(): Config;
}

export interface ServiceDeps<Config, Given extends Options> {
  config: Config;
  values: ReturnType<typeof readOptions<Given>>;
  logger: Logger;
  /** Ends the process after a permanent error. */
  fail(error: unknown): void;
}

/**
 * Runs a service until it ends: reads its arguments and settings, calls `start`, and on a signal that ends it the function that it
 * returned, then exits 0. It exits 1 after a failed start or a fatal error, 2 for invalid arguments. A shutdown that takes over 9 s is
 * ended by SIGKILL, which loses nothing that was acknowledged.
 * @param start returns a function that closes everything
 */
export async function runService<Config extends { LOG_LEVEL: string }, const Given extends Options>(
  { name, usage, options, readConfig }: Service<Config, Given>,
  start: (deps: ServiceDeps<Config, Given>) => Promise<() => Promise<void>>,
): Promise<void> {
  const values = optionsOfProcess(usage, options);
  const logger = createLogger(name, 'info');
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
      ending = true;
      if (err) fatal = { error: err };
      if (fatal) logger.fatal({ err: fatal.error }, 'shutting down after an error');
      else logger.info('shutting down');
      await close?.();
      // An error thrown here becomes exit code 1.
      if (fatal) throw fatal.error;
    },
  );
  const end = () => void (ending || grace.close());
  for (const signal of endSignals) process.on(signal, end);

  try {
    const config = readConfig();
    logger.level = config.LOG_LEVEL;
    if (`${process.versions['tz']}` < '2026')
      logger.warn('this Node.js has old time zones: use the newest of Node 22 or 24');
    const fail = (error: unknown) => {
      fatal ??= { error };
      end();
    };
    close = await start({ config, values, logger, fail });
  } catch (error) {
    // For a person at a terminal; the stack is logged at debug level.
    process.stderr.write(`Could not start. ${messageOf(error)}\n`);
    logger.debug({ err: error }, 'could not start');
    process.exit(1);
  }
}

function optionsOfProcess<const Given extends Options>(usage: string, options: Given) {
  try {
    return readOptions(argumentsOfProcess(usage), options);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n${cureOfUse}`);
    process.exit(2);
  }
}
