import { createHosts } from '../hosts.ts';
import { caddyJson } from './caddy-json.ts';

const request = { remote_ip: '192.0.2.1', method: 'GET', host: 'a.example', uri: '/a', headers: {} };

function readOne(message: object) {
  const read = caddyJson.kind === 'lines' && caddyJson.createReader({ hosts: createHosts(undefined, []) });
  return read ? read(JSON.stringify({ ts: 1_795_262_400, ...message })) : undefined;
}

test.each([
  ['request', { logger: 'http.log.access', request, status: 200 }],
  ['request', { logger: 'http.log.access.log0', request, status: 502 }],
  ['request', { request, status: 200 }],
  // The same requests, in other messages.
  ['skip', { logger: 'http.log.error', msg: 'dial tcp', request, status: 502 }],
  ['skip', { logger: 'http.handlers.reverse_proxy', msg: 'upstream roundtrip', request, status: 200 }],
  ['skip', { logger: 'tls', msg: 'certificate obtained' }],
  ['skip', { msg: 'serving initial configuration' }],
  ['unreadable', {}],
  ['unreadable', { request: { ...request, host: 'a'.repeat(254) }, status: 200 }],
  ['unreadable', { logger: 'http.log.access', request }],
])('%s: %j', (kind, message) => {
  expect(readOne(message)?.kind).toBe(kind);
});

const slashed = ['2026/11/21 12:00:00', '2026/11/21 12:00:00.000', '2026/11/21 12:00:00.000000000'];
const withZone = ['2026-11-21T13:00:00.000+0100', '2026-11-21T13:00:00+01:00', '21/Nov/2026:13:00:00 +0100'];
test.each([
  ...[1_795_262_400, 1_795_262_400_000, '1795262400000000000', '2026-11-21T12:00:00.000000001Z'],
  ...[...slashed, ...withZone],
])('a time in one of the formats of Caddy: %s', (ts) => {
  expect(readOne({ ts, request, status: 200 })).toMatchObject({ request: { at: 1_795_262_400_000 } });
});
