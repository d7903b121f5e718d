import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { clientAddress, type TrustedProxies } from './client-address.ts';
import { listen } from './listen.ts';
import { createServer } from './server.ts';

function seenFrom(peer: string, forwardedFor: string, trusted: TrustedProxies) {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const req = new IncomingMessage(socket);
  req.headers['x-forwarded-for'] = forwardedFor;
  return clientAddress(trusted)(req);
}

const inside = { networks: ['loopback', '10.0.0.0/8'] };
const thousand = Array.from({ length: 1000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`).join(', ');

test.each<[string, TrustedProxies, string, string, string]>([
  ['trusts no proxy by default', { hops: 0 }, '203.0.113.9', '192.0.2.1', '192.0.2.1'],
  ['one proxy: the last', { hops: 1 }, '198.51.100.1, 203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['two: the last but one', { hops: 2 }, '1.0.0.1, 203.0.113.9, 10.0.0.2', '10.0.0.1', '203.0.113.9'],
  ['skips trusted networks', inside, '1.0.0.1, 203.0.113.9, 10.0.0.2', '::1', '203.0.113.9'],
  ['trusts none outside of them', inside, '203.0.113.9', '192.0.2.1', '192.0.2.1'],
  ['without port, brackets and case', { hops: 1 }, '[2001:DB8::1]:443', '::ffff:10.0.0.1', '2001:db8::1'],
  ['skips a trusted proxy with its port', inside, '203.0.113.9:50001, 10.0.0.2:443', '::1', '203.0.113.9'],
  ['the peer instead of a garbled address', { hops: 1 }, 'unknown', '::ffff:10.0.0.1', '10.0.0.1'],
  ['the peer within a network instead of markup', inside, '<script>', '127.0.0.1', '127.0.0.1'],
  ['follows a thousand hops', inside, thousand, '127.0.0.1', '10.0.0.0'],
])('%s', (_, trusted, forwardedFor, peer, address) => {
  expect(seenFrom(peer, forwardedFor, trusted)).toBe(address);
});

test('the address of a sender that is gone is known still', async () => {
  const read = clientAddress({ hops: 0 });
  const server = createServer((req) => void req.socket.once('close', () => server.emit('gone', req)), {
    unreadable: 'invalid_parameter',
    maxConnections: 10,
  });
  const { url, close } = await listen(server, 0, '127.0.0.1');
  const sender = connect(Number(new URL(url).port), '127.0.0.1', () =>
    sender.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
  );
  await once(server, 'request');
  sender.resetAndDestroy();
  const [req] = await once(server, 'gone');
  expect(read(req)).toBe('127.0.0.1');
  await close();
});
