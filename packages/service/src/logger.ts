import pino, { type Logger } from 'pino';

export type { Logger };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Logs JSON lines to standard error, so that standard output has only what a command prints. */
export function createLogger(app: string, level: string): Logger {
  // On a full disk, pino's own destination keeps a process from answering, and from ending.
  return pino({ level, base: { app }, timestamp: pino.stdTimeFunctions.isoTime }, process.stderr);
}
