import { isRefusal, withCoordinatorsAnswer } from './crash.ts';

function kafkajsError(name: string, about: { type?: string; cause?: Error } = {}): Error {
  return Object.assign(new Error('kafkajs', { cause: about.cause }), { name, type: about.type });
}

const cause = kafkajsError('KafkaJSGroupCoordinatorNotFound');
const notFound = kafkajsError('KafkaJSNonRetriableError', { cause });

const protocolError = (type: string) => kafkajsError('KafkaJSProtocolError', { type });

const types = ['UNSUPPORTED_SASL_MECHANISM', 'UNSUPPORTED_VERSION', 'SASL_AUTHENTICATION_FAILED'];
const unauthorized = ['GROUP_AUTHORIZATION_FAILED', 'TOPIC_AUTHORIZATION_FAILED'];
const names = ['SASLAuthenticationError', 'ServerDoesNotSupportApiKey', 'NotImplemented'];

test.each([
  ...[...types, ...unauthorized].map(protocolError),
  ...names.map((name) => kafkajsError(`KafkaJS${name}`)),
])('%j is a refusal, however deeply nested', (cause) => {
  const nested = kafkajsError('KafkaJSNonRetriableError', { cause });
  expect(isRefusal(nested)).toBe(true);
  expect(isRefusal(kafkajsError('KafkaJSNumberOfRetriesExceeded', { cause: nested }))).toBe(true);
});

test.each([
  ['no coordinator', notFound],
  ['the coordinator moves', protocolError('NOT_COORDINATOR_FOR_GROUP')],
  ['an unknown server error', protocolError('UNKNOWN')],
  ['an answer that cannot be read', new TypeError('undefined')],
])('%s may pass', (_name, error) => {
  expect(isRefusal(error)).toBe(false);
});

test('uses the answer of the broker when no coordinator was found', () => {
  const notAuthorized = 'Not authorized to access group: Group authorization failed';
  const refused = withCoordinatorsAnswer(notFound, notAuthorized);
  expect([String(refused), isRefusal(refused)]).toEqual([`CoordinatorError: ${notAuthorized}`, true]);
  const notAvailable = 'The group coordinator is not available';
  expect(isRefusal(withCoordinatorsAnswer(notFound, notAvailable))).toBe(false);
  expect(withCoordinatorsAnswer(notFound, undefined)).toBe(notFound);
  const other = new Error('other');
  expect(withCoordinatorsAnswer(other, notAvailable)).toBe(other);
});
