import { findClientIp } from './client-ip.ts';

const sender = { address: '192.0.2.1', userAgent: '', acceptLanguage: '', keyed: false, receivedAt: 0 };

test('the address that a sender with the key gave wins, in its one spelling', () => {
  const step = findClientIp([]);
  expect(step({ ping: { ip: undefined }, sender, rules: undefined })).toMatchObject({
    value: { ip: '192.0.2.1' },
  });
  expect(step({ ping: { ip: '2001:DB8::0' }, sender, rules: undefined })).toMatchObject({
    value: { ip: '2001:db8::' },
  });
});

test('excluded addresses are dropped', () => {
  const step = findClientIp(['192.0.2.0/24']);
  expect(step({ ping: { ip: undefined }, sender, rules: undefined })).toEqual({
    kind: 'drop',
    reason: 'excluded_ip',
  });
  expect(step({ ping: { ip: '203.0.113.1' }, sender, rules: undefined })).toMatchObject({ kind: 'ok' });
});
