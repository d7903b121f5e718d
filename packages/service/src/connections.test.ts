import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Listening, listen } from './listen.ts';
import { createServer } from './server.ts';

let server: ReturnType<typeof createServer>;
let listening: Listening;
let asked: ServerResponse[];
const sockets: Socket[] = [];

/** A server for ten connections, which answers on command. */
beforeEach(async () => {
  asked = [];
  const settings = { unreadable: 'invalid_parameter', maxConnections: 10 } as const;
  server = createServer((_req, res) => asked.push(res), settings);
  listening = await listen(server, 0, '127.0.0.1');
});
afterEach(() => {
  jest.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

async function open(): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(server, 'connection');
  return socket;
}

async function openMany(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await open();
}

async function ask(socket: Socket): Promise<void> {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'request');
}

const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

test('when all wait for their answers, the new connection is closed', async () => {
  for (let i = 0; i < 10; i++) await ask(await open());
  const newcomer = await open();
  await once(newcomer, 'close');
  expect(await connections()).toBe(10);
});

test('an idle connection waits for longer than one of a balancer does', async () => {
  const socket = await open();
  await ask(socket);
  asked[0]?.end();
  // Google's takes 600 s.
  expect(String(await once(socket, 'data'))).toContain('\r\nKeep-Alive: timeout=620\r\n');
});

test('a recently used connection outlives older silent ones', async () => {
  const [used, silent] = [await open(), await open()];
  await openMany(8);
  await new Promise((resolve) => setTimeout(resolve, 5)); // the clock of the order counts milliseconds
  await ask(used);
  asked[0]?.end();
  await once(used, 'data');
  const closed = once(silent, 'close');
  await open();
  await closed;
  await ask(used);
});

test('closing ends silent connections and half-sent requests, and awaits the responses to whole ones', async () => {
  const [silent, half, used, asking] = [await open(), await open(), await open(), await open()];
  half.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
  await once(server, 'request');
  await ask(used);
  asked[1]?.end();
  await once(used, 'data');
  used.write('GET / HTTP');
  await ask(asking);
  // Time stands still but for what the test lets pass, so the last responses are never late.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const closing = listening.close();
  const closed = [silent, half, used].map((socket) => once(socket, 'close'));
  jest.advanceTimersByTime(1000);
  await Promise.all(closed);
  asked[2]?.end('stored');
  expect(String(await once(asking, 'data'))).toMatch(/^HTTP\/1.1 200 .*stored$/s);
  jest.advanceTimersByTime(1000);
  await closing;
});

test('closing ends a response that its peer does not read', async () => {
  const socket = await open();
  await ask(socket);
  asked[0]?.end(Buffer.alloc(32 * 1024 * 1024));
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const closing = listening.close();
  jest.advanceTimersByTime(5000);
  await closing;
});
