export { ConfigError, integer, port, readEnvironment } from './config.ts';
export { type ErrorCode, errorCodes, HttpError } from './errors.ts';
export { type Checks, healthRoutes } from './health.ts';
export { type Listening, listen } from './listen.ts';
export { createLogger, type Logger, logLevels } from './logger.ts';
export { runProcess } from './process.ts';
export { errorHandler, methodNotAllowed, notFound, requestId, toHttpError } from './respond.ts';
export { createServer, type ServerOptions, type ServerTimeouts } from './server.ts';
