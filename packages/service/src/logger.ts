import { fstatSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { z } from 'zod';

export type { Logger };

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The setting LOG_LEVEL, with its default. */
export const logLevel = (usual: (typeof levels)[number]) =>
  z.enum(levels, `one of ${levels.join(', ')}`).default(usual);

/** Logs JSON lines to standard error, so that standard output has only what a command prints. */
export function createLogger(app: string, level: string): Logger {
  // To a pipe, pino writes the last lines before the process ends. On a full disk it would keep the process from answering, and from ending.
  const output = fstatSync(2);
  const stderr = output.isFIFO() || output.isSocket() ? pino.destination(2) : process.stderr;
  return pino({ level, base: { app }, timestamp: pino.stdTimeFunctions.isoTime }, stderr);
}
