import { key } from './present.ts';
import { emptyDatabase, forAllTests, startServiceOn } from './query-service.ts';

const service = forAllTests(() => startServiceOn(emptyDatabase()));
const guarded = forAllTests(() => startServiceOn(emptyDatabase(), { TRUST_PROXY: '1' }));

const ask = (authorization?: string, path = '/api/v1/overview') =>
  service.request(path, authorization === undefined ? {} : { headers: { authorization } });

test.each([
  ['the API key', `Bearer ${key}`],
  ['the admin password', 'Bearer the password of the tests'],
  ['the scheme in lower case', `bearer ${key}`],
  ['several blanks after the scheme', `BEARER   ${key}`],
])('%s is accepted', async (_name, authorization) => {
  expect((await ask(authorization)).status).toBe(200);
});

test.each([
  ['no header', undefined],
  ['an empty header', ''],
  ['the scheme alone', 'Bearer'],
  ['an empty key', 'Bearer '],
  ['a wrong key', 'Bearer wrong'],
  ['the beginning of the key', `Bearer ${key.slice(0, -1)}`],
  ['the key and more', `Bearer ${key}x`],
  ['the key in another case', `Bearer ${key.toUpperCase()}`],
  ['both keys', `Bearer ${key}, the password of the tests`],
  ['another scheme', `Basic ${key}`],
  ['no scheme', key],
  ['the unset', 'Bearer undefined'],
  ['10 kB', `Bearer ${'x'.repeat(10_000)}`],
])('%s is refused with 401', async (_name, authorization) => {
  const { status, headers, body } = await ask(authorization);
  expect(status).toBe(401);
  expect(headers.get('www-authenticate')).toBe('Bearer');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  expect(body).toEqual({
    error: { code: 'unauthorized', message: 'A valid key is required: Authorization: Bearer <API_KEY>.' },
  });
});

test.each([
  ...['/api/v1/overview?limit=0', '/api/v1/overview?x=1', '/api/v1/nothing', '/api/v1/%'],
  ...['/API/V1/overview', '/api/v1', `/api/v1/overview?key=${key}`],
])('without a key %s is only a 401, by any method', async (path) => {
  for (const method of ['GET', 'POST']) expect((await service.request(path, { method })).status).toBe(401);
});

test('an address that sends too many wrong keys must wait, others need not', async () => {
  const from = async (address: string, sent: string, path = '/api/v1/overview') => {
    const headers = { authorization: `Bearer ${sent}`, 'X-Forwarded-For': address };
    const { status, headers: answered, body } = await guarded.request(path, { headers });
    return { status, retryAfter: answered.get('retry-after'), body };
  };
  expect((await from('203.0.113.7', key)).status).toBe(200);
  const statuses: number[] = [];
  for (let i = 0; i < 10; i++) {
    statuses.push((await from('203.0.113.9', `wrong ${i}`)).status);
    statuses.push((await from('203.0.113.9', `wrong ${i}`, '/metrics')).status);
    statuses.push((await from('203.0.113.7', `wrong ${i}`)).status);
    statuses.push((await from('203.0.113.7', `wrong ${i}`)).status);
  }
  expect(new Set(statuses)).toEqual(new Set([401]));
  const { status, retryAfter, body } = await from('203.0.113.9', key);
  const message = 'Too many wrong keys from this address. Retry later.';
  expect({ status, body }).toEqual({ status: 429, body: { error: { code: 'rate_limited', message } } });
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect((await from('203.0.113.8', key)).status).toBe(200);
  // This address sent its correct key before the guessing began.
  expect([(await from('203.0.113.7', 'wrong')).status, (await from('203.0.113.7', key)).status]).toEqual([
    429, 200,
  ]);
});
