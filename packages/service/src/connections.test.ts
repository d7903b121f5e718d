import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from './server.ts';

let server: Server;
let asked: ServerResponse[];
const sockets: Socket[] = [];

/** A server for ten connections, which answers on command. */
beforeEach(async () => {
  asked = [];
  const settings = { unreadable: 'invalid_parameter', maxConnections: 10 } as const;
  server = createServer((_req, res) => asked.push(res), settings);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
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

test('a new connection replaces the one that has been silent longest', async () => {
  const oldest = await open();
  await openMany(9);
  const closed = once(oldest, 'close');
  const newcomer = await open();
  await closed;
  await ask(newcomer);
  expect(await connections()).toBe(10);
});

test('when all wait for their answers, the new connection is closed', async () => {
  for (let i = 0; i < 10; i++) await ask(await open());
  const newcomer = await open();
  await once(newcomer, 'close');
  expect(await connections()).toBe(10);
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
