export { ArgumentError, readOptions, readTime } from './arguments.ts';
export { ConfigError, integer, port, readEnvironment, serverSettings } from './config.ts';
export { type ErrorCode, errorCodes, HttpError } from './errors.ts';
export { type Checks, healthRoutes } from './health.ts';
export { createKeyCheck, type KeyCheck } from './key-check.ts';
export { type Listening, listen, reachable } from './listen.ts';
export { createLogger, type Logger, logLevels } from './logger.ts';
export {
  Counter,
  createRegistry,
  durationBuckets,
  Gauge,
  Histogram,
  metricsRoute,
  Registry,
} from './metrics.ts';
export { runProcess } from './process.ts';
export { remembered } from './remembered.ts';
export { errorHandler, methodNotAllowed, notFound, requestId, toHttpError } from './respond.ts';
export { createServer, type ServerOptions, type ServerTimeouts } from './server.ts';
export { createTally } from './tally.ts';
