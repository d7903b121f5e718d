import { createServer } from 'node:http';
import { createLogger, listen } from '@tallyhouse/service';
import { forAllTests } from '../../../test/api/shared-service.ts';
import { createClickHouse } from './client.ts';
import { isUnreachable } from './connection-error.ts';

let requests = 0;
const answering = createServer((_req, res) => {
  requests++;
  res.end('<html>Back soon</html>');
});
const proxy = forAllTests(() => listen(answering, 0, '127.0.0.1'));
const client = forAllTests(() => createClickHouse({ url: proxy.url }, createLogger('test', 'silent')));

type Ask = (params?: { abort_signal: AbortSignal }) => Promise<unknown>;

const calls: [string, Ask][] = [
  ['query', (params) => client.query({ query: 'select 1', format: 'JSONEachRow', ...params })],
  ['exec', (params) => client.exec({ query: 'insert into pings format JSONEachRow', ...params })],
  ['command', (params) => client.command({ query: 'create database a', ...params })],
  [
    'insert',
    (params) => client.insert({ table: 'pings', values: [{ a: 1 }], format: 'JSONEachRow', ...params }),
  ],
];

test.each(calls)(
  '%s fails when a proxy responds instead of ClickHouse, with a page and status 200',
  async (_, ask) => {
    const error = await ask().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(isUnreachable(error)).toBe(true);
  },
);

test.each(calls)('%s sends nothing when its signal was aborted before', async (_, ask) => {
  const before = requests;
  await expect(ask({ abort_signal: AbortSignal.abort() })).rejects.toThrow('The user aborted a request.');
  expect(requests).toBe(before);
});
