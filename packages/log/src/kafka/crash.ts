import protocolErrors from 'kafkajs/src/protocol/error.js';
import { errorType } from './error-type.ts';

/** What a broker says when it refuses us: it will say the same to whoever asks with the same rights and settings. */
const refusals = new Set([
  'UNSUPPORTED_SASL_MECHANISM',
  'ILLEGAL_SASL_STATE',
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_VERSION',
  'UNSUPPORTED_FOR_MESSAGE_FORMAT',
  'INVALID_GROUP_ID',
  'INVALID_SESSION_TIMEOUT',
]);

/** The same from kafkajs itself: the last two are messages that it cannot read. */
const kafkajsRefusals = new Set([
  'KafkaJSSASLAuthenticationError',
  'KafkaJSServerDoesNotSupportApiKey',
  'KafkaJSNotImplemented',
  'KafkaJSUnsupportedMagicByteInMessageSet',
]);

/** Whether a new member would fail in the same way: for want of a right, or by the configuration. All else may pass. */
export function isRefusal(error: unknown): boolean {
  const type = errorType(error) ?? '';
  if (type.endsWith('AUTHORIZATION_FAILED') || refusals.has(type)) return true;
  for (let at = error; at instanceof Error; at = at.cause) if (kafkajsRefusals.has(at.name)) return true;
  return false;
}

/** Why no coordinator was found, in the broker's words. */
class CoordinatorError extends Error {
  override name = 'CoordinatorError';
  readonly type: string | undefined;

  constructor(answer: string) {
    super(answer);
    // kafkajs logs its text alone.
    this.type = protocolErrors.errorCodes.find(({ message }) => message === answer)?.type;
  }
}

/**
 * kafkajs drops what the brokers say when it looks for a group's coordinator: that it may not be told, and that there is
 * none yet, both become `KafkaJSGroupCoordinatorNotFound`.
 * @param answer what the last broker said, as kafkajs logged it
 * @returns that answer as an error where it is the reason, else the error
 */
export function withCoordinatorsAnswer(error: unknown, answer: string | undefined): unknown {
  if (answer === undefined) return error;
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.name === 'KafkaJSGroupCoordinatorNotFound') return new CoordinatorError(answer);
  }
  return error;
}
