import { isRefusal, withCoordinatorsAnswer } from './crash.ts';

function kafkajsError(name: string, about: { type?: string; cause?: Error } = {}): Error {
  return Object.assign(new Error('kafkajs', { cause: about.cause }), { name, type: about.type });
}

const notFound = kafkajsError('KafkaJSNonRetriableError', {
  cause: kafkajsError('KafkaJSGroupCoordinatorNotFound'),
});

test.each([
  'GROUP_AUTHORIZATION_FAILED',
  'TOPIC_AUTHORIZATION_FAILED',
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'UNSUPPORTED_VERSION',
])('%s is a refusal, however deeply nested', (type) => {
  const cause = kafkajsError('KafkaJSProtocolError', { type });
  expect(isRefusal(kafkajsError('KafkaJSNumberOfRetriesExceeded', { cause }))).toBe(true);
});

test.each(['KafkaJSSASLAuthenticationError', 'KafkaJSServerDoesNotSupportApiKey', 'KafkaJSNotImplemented'])(
  '%s is a refusal',
  (name) => {
    expect(isRefusal(kafkajsError('KafkaJSNonRetriableError', { cause: kafkajsError(name) }))).toBe(true);
  },
);

test.each([
  ['no coordinator', notFound],
  ['the coordinator moves', kafkajsError('KafkaJSProtocolError', { type: 'NOT_COORDINATOR_FOR_GROUP' })],
  ['an unknown server error', kafkajsError('KafkaJSProtocolError', { type: 'UNKNOWN' })],
  ['an answer that cannot be read', new TypeError('undefined')],
])('%s may pass', (_name, error) => {
  expect(isRefusal(error)).toBe(false);
});

test('uses the answer of the broker when no coordinator was found', () => {
  const refused = withCoordinatorsAnswer(
    notFound,
    'Not authorized to access group: Group authorization failed',
  );
  expect([String(refused), isRefusal(refused)]).toEqual([
    'CoordinatorError: Not authorized to access group: Group authorization failed',
    true,
  ]);
  expect(isRefusal(withCoordinatorsAnswer(notFound, 'The group coordinator is not available'))).toBe(false);
  expect(withCoordinatorsAnswer(notFound, undefined)).toBe(notFound);
  const other = new Error('other');
  expect(withCoordinatorsAnswer(other, 'The group coordinator is not available')).toBe(other);
});
