import { createServer } from 'node:http';
import { createLogger, listen } from '@tallyhouse/service';
import { forAllTests } from '../../../test/api/shared-service.ts';
import { createClickHouse } from './client.ts';
import { isUnreachable } from './connection-error.ts';

const answering = createServer((_req, res) => res.end('<html>Back soon</html>'));
const proxy = forAllTests(() => listen(answering, 0, '127.0.0.1'));
const client = forAllTests(() => createClickHouse({ url: proxy.url }, createLogger('test', 'silent')));

test.each<[string, () => Promise<unknown>]>([
  ['query', () => client.query({ query: 'select 1', format: 'JSONEachRow' })],
  ['exec', () => client.exec({ query: 'insert into pings format JSONEachRow' })],
  ['command', () => client.command({ query: 'create database a' })],
  ['insert', () => client.insert({ table: 'pings', values: [{ a: 1 }], format: 'JSONEachRow' })],
])('%s fails when a proxy responds instead of ClickHouse, with a page and status 200', async (_, ask) => {
  const error = await ask().then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(isUnreachable(error)).toBe(true);
});
