import protocolErrors from 'kafkajs/src/protocol/error.js';
import { errorType } from './error-type.ts';

/** Errors with which a broker refuses us: a retry with the same rights and settings fails again. */
const refusals = new Set([
  'UNSUPPORTED_SASL_MECHANISM',
  'ILLEGAL_SASL_STATE',
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_VERSION',
  'UNSUPPORTED_FOR_MESSAGE_FORMAT',
  'INVALID_GROUP_ID',
  'INVALID_SESSION_TIMEOUT',
]);

/** Such errors of kafkajs itself; the last two mean messages that it cannot read. */
const kafkajsRefusals = new Set([
  'KafkaJSSASLAuthenticationError',
  'KafkaJSServerDoesNotSupportApiKey',
  'KafkaJSNotImplemented',
  'KafkaJSUnsupportedMagicByteInMessageSet',
]);

/** Whether a new member would fail in the same way, for lack of a right or by its settings. Other errors may pass. */
export function isRefusal(error: unknown): boolean {
  const type = errorType(error) ?? '';
  if (type.endsWith('AUTHORIZATION_FAILED') || refusals.has(type)) return true;
  for (let at = error; at instanceof Error; at = at.cause) if (kafkajsRefusals.has(at.name)) return true;
  return false;
}

/** The broker's reason why no coordinator was found. */
class CoordinatorError extends Error {
  override name = 'CoordinatorError';
  readonly type: string | undefined;

  constructor(answer: string) {
    super(answer);
    // kafkajs logs only its text.
    this.type = protocolErrors.errorCodes.find(({ message }) => message === answer)?.type;
  }
}

/**
 * kafkajs discards the brokers' response when it looks for a group's coordinator: "not authorized" and "none yet" both become
 * `KafkaJSGroupCoordinatorNotFound`.
 * @param answer the last broker's response, as kafkajs logged it
 * @returns that response as an error where it is the cause, otherwise the error itself
 */
export function withCoordinatorsAnswer(error: unknown, answer: string | undefined): unknown {
  if (answer === undefined) return error;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'KafkaJSGroupCoordinatorNotFound') return new CoordinatorError(answer);
  }
  return error;
}
