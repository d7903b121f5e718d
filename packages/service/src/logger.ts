import pino, { type Logger } from 'pino';

export type { Logger };

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Logs JSON lines to standard error, so that standard output has only what a command prints. `endWithClosedOutput` ignores its errors;
 * those of pino's own destination keep a process from answering and from ending while the disk is full.
 */
export function createLogger(app: string, level: string): Logger {
  return pino({ level, base: { app }, timestamp: pino.stdTimeFunctions.isoTime }, process.stderr);
}
