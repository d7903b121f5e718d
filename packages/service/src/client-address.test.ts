import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { clientAddress, type TrustedProxies } from './client-address.ts';
import { createServer } from './server.ts';

function seenFrom(peer: string, forwardedFor: string | undefined, trusted: TrustedProxies) {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const req = new IncomingMessage(socket);
  if (forwardedFor !== undefined) req.headers['x-forwarded-for'] = forwardedFor;
  return clientAddress(trusted)(req);
}

test('trusts no proxy by default', () => {
  expect(seenFrom('192.0.2.1', '203.0.113.9', { hops: 0 })).toBe('192.0.2.1');
});

test('behind one proxy the last address counts, whatever precedes it', () => {
  expect(seenFrom('10.0.0.1', '198.51.100.1, 203.0.113.9', { hops: 1 })).toBe('203.0.113.9');
});

test('behind two proxies the last but one counts', () => {
  expect(seenFrom('10.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2', { hops: 2 })).toBe('203.0.113.9');
});

test('proxies within trusted networks are skipped', () => {
  const trusted = { networks: ['loopback', '10.0.0.0/8'] };
  expect(seenFrom('::1', '198.51.100.1, 203.0.113.9, 10.0.0.2', trusted)).toBe('203.0.113.9');
  expect(seenFrom('192.0.2.1', '203.0.113.9', trusted)).toBe('192.0.2.1');
});

test('removes ports, brackets and IPv6 mappings', () => {
  expect(seenFrom('::ffff:10.0.0.1', '[2001:DB8::1]:443', { hops: 1 })).toBe('2001:db8::1');
});

test('uses the peer in place of a garbled address', () => {
  expect(seenFrom('::ffff:10.0.0.1', 'unknown', { hops: 1 })).toBe('10.0.0.1');
});

test('follows a thousand hops', () => {
  const hops = Array.from({ length: 1000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`).join(', ');
  expect(seenFrom('127.0.0.1', hops, { networks: ['loopback', '10.0.0.0/8'] })).toBe('10.0.0.0');
});

test('the address of a sender that is gone is known still', async () => {
  const read = clientAddress({ hops: 0 });
  const addresses: string[] = [];
  const server = createServer(
    (req) => void req.socket.once('close', () => setImmediate(() => addresses.push(read(req)))),
    { unreadable: 'invalid_parameter', maxConnections: 10 },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sender = connect(port, '127.0.0.1', () => sender.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  await once(server, 'request');
  sender.resetAndDestroy();
  while (addresses.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(addresses).toEqual(['127.0.0.1']);
  server.close();
});
