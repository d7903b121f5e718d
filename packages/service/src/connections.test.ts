import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from './server.ts';

/** A server for ten connections that answers on command. */
async function tenConnections() {
  const asked: ServerResponse[] = [];
  const sockets: Socket[] = [];
  const server = createServer((_req, res) => asked.push(res), {
    unreadable: 'invalid_parameter',
    maxConnections: 10,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function open(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    await once(server, 'connection');
    return socket;
  }
  async function ask(socket: Socket): Promise<void> {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(server, 'request');
  }
  return {
    asked,
    open,
    ask,
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a new connection replaces the one that has been silent longest', async () => {
  const server = await tenConnections();
  const oldest = await server.open();
  for (let i = 0; i < 9; i++) await server.open();
  const closed = once(oldest, 'close');
  const newcomer = await server.open();
  await closed;
  await server.ask(newcomer);
  expect(await server.connections()).toBe(10);
  server.close();
});

test('a connection that waits for its answer keeps its place', async () => {
  const server = await tenConnections();
  const patient = await server.open();
  await server.ask(patient);
  for (let i = 0; i < 30; i++) await server.open();
  server.asked[0]?.end('here');
  const [answer] = await once(patient, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 .*here$/s);
  server.close();
});

test('when all wait for their answers, the new connection is closed', async () => {
  const server = await tenConnections();
  for (let i = 0; i < 10; i++) await server.ask(await server.open());
  const newcomer = await server.open();
  await once(newcomer, 'close');
  expect(await server.connections()).toBe(10);
  server.close();
});

test('a recently used connection outlives older silent ones', async () => {
  const server = await tenConnections();
  const used = await server.open();
  const silent = await server.open();
  for (let i = 0; i < 8; i++) await server.open();
  await new Promise((resolve) => setTimeout(resolve, 5)); // the clock of the order counts milliseconds
  await server.ask(used);
  server.asked[0]?.end();
  await once(used, 'data');
  const closed = once(silent, 'close');
  await server.open();
  await closed;
  await server.ask(used);
  server.close();
});
