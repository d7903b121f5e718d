import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { ClientRequest, createServer, type IncomingMessage } from 'node:http';
import { createLogger, listen } from '@tallyhouse/service';
import { z } from 'zod';
import { forAllTests } from '../../../test/api/shared-service.ts';
import { eventually } from '../../../test/harness/eventually.ts';
import { createClickHouse, patienceOfBackups } from './client.ts';
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

test('a patient client waits for a day, while TCP asks whether the machine is still there', async () => {
  const silent = createServer(() => {});
  const { url, close } = await listen(silent, 0, '127.0.0.1');
  let request: ClientRequest | undefined;
  const look = (message: unknown) => {
    request = z.object({ request: z.instanceof(ClientRequest) }).parse(message).request;
  };
  subscribe('http.client.request.start', look);
  const patient = createClickHouse({ url }, createLogger('test', 'silent'), patienceOfBackups);
  const leaving = new AbortController();
  const asked = patient.command({ query: 'backup', abort_signal: leaving.signal }).catch(() => {});
  const [received]: IncomingMessage[] = await once(silent, 'request');
  // The system's table: the timer 02 of a connection is that of its keep-alive.
  const port = `:${Number(received?.socket.remotePort).toString(16).toUpperCase().padStart(4, '0')}`;
  await eventually(async () => {
    const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((row) => row.trim().split(/\s+/));
    return rows.find((row) => row[1]?.endsWith(port))?.[5]?.slice(0, 2);
  }, '02');
  expect(request?.socket?.timeout).toBe(24 * 3_600_000);
  unsubscribe('http.client.request.start', look);
  leaving.abort();
  await asked;
  await patient.close();
  await close();
});
