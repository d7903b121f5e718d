import { createKeyCheck } from './sender-key.ts';

const showsKey = createKeyCheck(['api key', undefined, '', 'geheim-ä']);

test('no header is a keyless sender', () => {
  expect(showsKey(undefined)).toBe(false);
});

test.each([
  'Bearer api key',
  'bearer api key',
  'BEARER  api key',
  Buffer.from('Bearer geheim-ä').toString('latin1'),
])('%j shows a key', (header) => {
  expect(showsKey(header)).toBe(true);
});

test.each([
  '',
  'Bearer',
  'Bearer ',
  'Bearer api',
  'Bearer api key ',
  'Basic api key',
  'api key',
  'Bearer undefined',
])('%j is refused', (header) => {
  expect(() => showsKey(header)).toThrow(
    expect.objectContaining({ status: 401, headers: { 'WWW-Authenticate': 'Bearer' } }),
  );
});

test('without a configured key every header is refused', () => {
  expect(() => createKeyCheck([undefined, ''])('Bearer ')).toThrow();
  expect(() => createKeyCheck([])('Bearer x')).toThrow();
});
