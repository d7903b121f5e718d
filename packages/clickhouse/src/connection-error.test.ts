import { ClickHouseError } from '@clickhouse/client';
import { isConnectionError, isForeignAnswer, isUnreachable, noResponse } from './connection-error.ts';

const withCode = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['connection', withCode('ECONNREFUSED')],
  ['connection', withCode('ETIMEDOUT')],
  ['connection', withCode('ERR_TLS_CERT_ALTNAME_INVALID')],
  ['connection', withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
  ['foreign answer', new Error('')],
  ['foreign answer', new Error('<html><body><h1>502 Bad Gateway</h1></body></html>')],
  ['', new ClickHouseError({ message: 'unknown table', code: '60', type: 'UNKNOWN_TABLE' })],
  ['', withCode('ERR_INVALID_ARG_TYPE')],
  ['', new TypeError('undefined is not a function')],
  ['', new Error('The user aborted a request.')],
  ['', new Error('Timeout error.')],
  ['', 'a text'],
])('"%s" is the kind of %s', (kind, error) => {
  expect(isConnectionError(error)).toBe(kind === 'connection');
  expect(isForeignAnswer(error)).toBe(kind === 'foreign answer');
  expect(isUnreachable(error)).toBe(kind !== '');
});

test.each([
  [new Error('<html>Back soon</html>'), 'something other than ClickHouse responded'],
  [withCode('ECONNREFUSED'), 'ECONNREFUSED'],
  // localhost, which is ::1 too.
  [Object.assign(new AggregateError([withCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
])('%s is shown as a sentence that names the settings', (error, reason) => {
  expect(noResponse({ url: 'http://user:secret@a:8123' }, error).message).toBe(
    `ClickHouse does not respond at a:8123 (${reason}). Start the service with tallyhouse start, with the same DATA_DIR and CLICKHOUSE_HTTP_PORT, or check CLICKHOUSE_URL.`,
  );
});
