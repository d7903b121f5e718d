export { address, baseAddress, path } from './address-settings.ts';
export {
  ArgumentError,
  readArguments,
  readOptions,
  readTime,
  timeWithZone,
} from './arguments.ts';
export { type Ask, askOver, authorizationOf } from './ask-service.ts';
export { atEnd, closing } from './at-end.ts';
export { cached } from './cached.ts';
export { type Caller, operator, type Right, rights } from './caller.ts';
export {
  type ClientAddress,
  clientAddress,
  type TrustedProxies,
  trustProxySetting,
} from './client-address.ts';
export { ConfigError, flag, integer, port, readEnvironment, secretFile, serverSettings } from './config.ts';
export { createDrain, type Drain, drainSettings } from './drain.ts';
export { type ErrorCode, errorCodes, HttpError, invalidParameter } from './errors.ts';
export { createPage, type Finding, type Page } from './findings-page.ts';
export { grouped } from './grouped.ts';
export { type Checks, healthRoutes } from './health.ts';
export { type Holder, isGone, parseHolder, readHolder, thisProcess } from './holder.ts';
export { inTurns } from './in-turns.ts';
export {
  isLoopback,
  isNetwork,
  isPrivate,
  isWithin,
  networkList,
  plainAddress,
  senderNetwork,
  truncatedAddress,
  withinNetworks,
} from './ip-address.ts';
export { type KeptFile, keep, readKept, syncPath, writeWhole } from './kept-file.ts';
export type { FindCaller } from './key-check.ts';
export { acceptedCaller, createKeyGuard, type KeyGuard, keyRequired, requireOperator } from './key-guard.ts';
export { anyKeySettings, isShortKey, keySettings, shortKeyProblem } from './key-settings.ts';
export { type Listening, listen } from './listen.ts';
export { withLock } from './lock-file.ts';
export { createLogger, type Logger, logLevel } from './logger.ts';
export { makeFolder } from './make-folder.ts';
export { type Meters, metersOf } from './meters.ts';
export { createRegistry, durationBuckets, metricsRoute, Registry } from './metrics.ts';
export { openMetricsPort, type Watched } from './metrics-port.ts';
export { isObject, parseJson } from './parse-json.ts';
export { contradictionOf, type PrivacyPreset, presetSettings, privacySetting } from './privacy.ts';
export { createProgress, type Progress } from './progress.ts';
export { errorOfWork, messageOf, reasonOf } from './reason.ts';
export { Recent } from './recent.ts';
export { remembered } from './remembered.ts';
export { repeated } from './repeated.ts';
export { type CountRequest, limitRequests } from './request-rates.ts';
export { errorHandler, methodNotAllowed, notFound, requestId, shownPath, toHttpError } from './respond.ts';
export { type CommandDeps, runCommand } from './run-command.ts';
export { runService } from './run-service.ts';
export { createServer, type ServerOptions, type ServerTimeouts } from './server.ts';
export { createTally } from './tally.ts';
export { textTable } from './text-table.ts';
export { readTlsFiles, type Tls } from './tls-files.ts';
export { createTokenBuckets, type TokenBucket, type TokenBuckets } from './token-buckets.ts';
export { bytesOf, listed, many, printable } from './words.ts';
