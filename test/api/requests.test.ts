import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { logger } from '../harness/quiet.ts';
import { key } from './present.ts';
import { emptyDatabase, forAllTests, startServiceOn } from './query-service.ts';

/** Requests whatever the data: paths, methods, headers, keys, and how settings of the service change responses. */

const service = forAllTests(() => startServiceOn(emptyDatabase()));

const authorization = `Bearer ${key}`;
const withKey = { headers: { authorization } };

describe('paths and methods', () => {
  const unknown = [
    ...['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/overview/more', '/api/v1//overview'],
    ...['/nothing', '/api', '/api/v2/overview', '/demo/third'],
    ...['/a/b/engagement', '//engagement', '/%2Fa'].map((rest) => `/api/v1/pages${rest}`),
  ];
  const segments = ['%', '%2', '%zz', '%E0%A4%A', '%ff'];
  const malformed = ['/api/v1/%', ...segments.map((one) => `/api/v1/pages/${one}/engagement`), '/%ff'];
  test.each([
    ...unknown.map((path) => [path, 404, 'not_found'] as const),
    ...malformed.map((path) => [path, 400, 'invalid_parameter'] as const),
  ])('%s is a %i, without a key too where there is no API', async (path, status, code) => {
    const answer = await service.request(path, path.startsWith('/api/v1') ? withKey : {});
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    for (const path of ['/api/v1/overview', '/', '/demo', '/openapi.json', '/docs']) {
      const { status, headers, body } = await service.request(path, { method, ...withKey });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(body).toMatchObject({ error: { code: 'method_not_allowed' } });
    }
  });

  test('HEAD responds as GET does, without a body', async () => {
    const asked = { method: 'HEAD', ...withKey };
    const { status, headers, body } = await service.request('/api/v1/overview', asked);
    expect([status, body]).toEqual([200, '']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Number(headers.get('content-length'))).toBeGreaterThan(100);
  });

  test.each([
    ['*/*', 200],
    ['text/html, application/*;q=0.1', 200],
    ['text/html', 406],
    ['application/json;q=0, */*', 406],
    ['application/json; charset=utf-8', 200],
    ['text/html, application/json;version="1;q=0, \\"2"', 200],
    ['application/json;version=1; Q=0', 406],
  ])('Accept: %s gives %i', async (accept, expected) => {
    const { status } = await service.request('/api/v1/overview', { headers: { authorization, accept } });
    expect(status).toBe(expected);
  });
});

describe('every answer', () => {
  test.each(['/', '/demo', '/healthz', '/nothing', '/%', '/api/v1/nothing', '/api/v1/overview'])(
    '%s has a request id, that of a caller if he sends one, and safe headers',
    async (path) => {
      const { headers } = await service.request(path);
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
      const named = await service.request(path, { headers: { 'x-request-id': 'mine-1' } });
      expect(named.headers.get('x-request-id')).toBe('mine-1');
    },
  );

  test('reports are never cached', async () => {
    const { headers } = await service.report('/overview');
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
  });
});

describe('requests that the HTTP parser rejects', () => {
  test('headers over 16 KiB get a 431 in JSON', async () => {
    const { status, headers, body } = await service.report('/overview', { site_id: 'x'.repeat(100_000) });
    expect(status).toBe(431);
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    const message = 'The URL and headers together exceed 16 KiB.';
    expect(body).toEqual({ error: { code: 'headers_too_large', message } });
  });

  test('noise gets a 400', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write('noise\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/"code":"invalid_parameter"/);
  });
});

// For other ways to fail, see failing-queries.test.ts and limits.test.ts.
describe('when the database fails', () => {
  const url = process.env['TEST_CLICKHOUSE_URL'] ?? '';
  const on = (to: { url: string; database?: string }) => () => startServiceOn(createClickHouse(to, logger));
  const away = forAllTests(on({ url: 'http://127.0.0.1:1' }));
  const withoutTables = forAllTests(on({ url, database: 'default' }));

  const unreachable = 'The database cannot be reached. Please try again.';

  test('unreachable: 503 and when to retry', async () => {
    const { status, headers, body } = await away.report('/overview');
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toEqual({ error: { code: 'unavailable', message: unreachable } });
  });

  test('without tables: 500 that reveals no SQL', async () => {
    const { status, body } = await withoutTables.report('/pages');
    const message = 'Internal error. The server log has its details under the request id.';
    expect({ status, body }).toEqual({ status: 500, body: { error: { code: 'internal', message } } });
  });

  test('the process is alive whatever the state of the database', async () => {
    const { status, body } = await away.request('/healthz');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  test('it is ready when the database has the tables, not when it is unreachable or lacks them', async () => {
    for (const [of, status, clickhouse] of [
      [service, 'ok', 'ok'],
      [away, 'unavailable', unreachable],
      [withoutTables, 'unavailable', 'Tables are missing in the database. Run the migrations.'],
    ] as const) {
      const answer = await of.request('/readyz');
      expect(answer.status).toBe(status === 'ok' ? 200 : 503);
      expect(answer.body).toEqual({ status, checks: { clickhouse } });
    }
  });
});

describe('keys', () => {
  const guarded = forAllTests(() => startServiceOn(emptyDatabase(), { TRUST_PROXY: '1' }));

  const ask = (authorization?: string, path = '/api/v1/overview') =>
    service.request(path, authorization === undefined ? {} : { headers: { authorization } });

  // What else is a key, and what is none: key-check.test.ts of packages/service.
  test('the API key and the admin password are accepted', async () => {
    for (const sent of [key, 'the password of the tests'])
      expect((await ask(`Bearer ${sent}`)).status).toBe(200);
  });

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a wrong key', 'Bearer wrong'],
    ['both keys', `Bearer ${key}, the password of the tests`],
    ['10 kB', `Bearer ${'x'.repeat(10_000)}`],
  ])('%s is refused with 401', async (_name, authorization) => {
    const { status, headers, body } = await ask(authorization);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    const message = 'A valid key is required: Authorization: Bearer <API_KEY>.';
    expect(body).toEqual({ error: { code: 'unauthorized', message } });
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
    for (let i = 0; i < 10; i++)
      for (const path of ['/api/v1/overview', '/metrics'])
        expect((await from('203.0.113.9', `wrong ${i}`, path)).status).toBe(401);
    const { status, retryAfter, body } = await from('203.0.113.9', key);
    const message = 'Too many wrong keys from this address. Please try again later.';
    expect({ status, body }).toEqual({ status: 429, body: { error: { code: 'rate_limited', message } } });
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect((await from('203.0.113.8', key)).status).toBe(200);
  });
});

describe('settings', () => {
  async function responseWith(environment: Record<string, string>, path: string, init?: RequestInit) {
    const service = await startServiceOn(emptyDatabase(), environment);
    try {
      return await service.request(path, init);
    } finally {
      await service.stop();
    }
  }

  test.each([
    ['', true],
    ['off', false],
  ])('with GEOIP_DB=%s meta.geoip of /geo is %s', async (GEOIP_DB, geoip) => {
    const headers = { authorization: 'Bearer the password of the tests' };
    const { body } = await responseWith({ GEOIP_DB }, '/api/v1/geo', { headers });
    expect(body).toMatchObject({ meta: { geoip } });
  });

  test.each(['/demo', '/demo/second', '/demo/', '/demo?utm_source=newsletter'])(
    '%s includes the tracker, and may load and call only ingest',
    async (path) => {
      const { status, headers, body } = await service.request(path);
      expect(status).toBe(200);
      const tag =
        '<script defer src="http://127.0.0.1:3001/tracker.js" data-site="blog" data-local></script>';
      expect(body).toContain(tag);
      expect(body).not.toContain('{{');
      expect(headers.get('content-security-policy')?.split('; ')).toEqual([
        "default-src 'none'",
        expect.stringMatching(/^style-src 'sha256-.{44}'$/),
        'script-src http://127.0.0.1:3001',
        'connect-src http://127.0.0.1:3001',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    },
  );

  test('with other paths at ingest, the script tag has both addresses', async () => {
    const other = { PUBLIC_INGEST_URL: 'https://stats.example/in/', TRACKER_PATH: '/t.js', PING_PATH: '/p' };
    const { body, headers } = await responseWith(other, '/demo');
    expect(body).toContain(
      '<script defer src="https://stats.example/in/t.js" data-site="blog" data-local data-endpoint="https://stats.example/in/p"></script>',
    );
    expect(headers.get('content-security-policy')).toContain('connect-src https://stats.example');
  });
});
