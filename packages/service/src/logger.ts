import pino, { type Logger } from 'pino';

export type { Logger };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Logs JSON lines to standard error, so that standard output has only what a command prints. */
export function createLogger(app: string, level: string): Logger {
  return pino({ level, base: { app }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}
