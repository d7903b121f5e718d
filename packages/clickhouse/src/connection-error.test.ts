import { ClickHouseError } from '@clickhouse/client';
import { isConnectionError, isForeignAnswer, isUnreachable } from './connection-error.ts';

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
