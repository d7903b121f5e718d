import { connect } from 'node:net';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { key } from './present.ts';
import { emptyDatabase, forAllTests, startServiceOn } from './query-service.ts';

const service = forAllTests(() => startServiceOn(emptyDatabase()));

const authorization = `Bearer ${key}`;
const withKey = { headers: { authorization } };

describe('paths and methods', () => {
  test.each([
    ...['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/overview/more', '/api/v1//overview'],
    ...['/nothing', '/api', '/api/v2/overview', '/demo/third'],
  ])('%s is a 404, without a key too where there is no API', async (path) => {
    const { status, body } = await service.request(path, path.startsWith('/api/v1') ? withKey : {});
    expect({ status, body }).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  test.each(['/api/v1/%', '/api/v1/pages/%E0%A4%A/engagement', '/%ff'])('%s is malformed', async (path) => {
    const { status, body } = await service.request(path, withKey);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    for (const path of ['/api/v1/overview', '/', '/demo', '/openapi.json', '/docs']) {
      const { status, headers, body } = await service.request(path, { method, ...withKey });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(body).toMatchObject({ error: { code: 'method_not_allowed' } });
    }
  });

  test('HEAD responds as GET does, without a body', async () => {
    const { status, headers, body } = await service.request('/api/v1/overview', {
      method: 'HEAD',
      ...withKey,
    });
    expect([status, body]).toEqual([200, '']);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Number(headers.get('content-length'))).toBeGreaterThan(100);
  });

  test.each([
    ['*/*', 200],
    ['text/html, application/*;q=0.1', 200],
    ['text/html', 406],
    ['application/json;q=0, */*', 406],
  ])('Accept: %s gives %i', async (accept, expected) => {
    const { status } = await service.request('/api/v1/overview', { headers: { authorization, accept } });
    expect(status).toBe(expected);
  });
});

describe('every answer', () => {
  test.each(['/', '/demo', '/healthz', '/nothing', '/%', '/api/v1/nothing', '/api/v1/overview'])(
    '%s has a request id and safe headers',
    async (path) => {
      const { headers } = await service.request(path);
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  test('returns the request id of a caller', async () => {
    const { headers } = await service.request('/', { headers: { 'x-request-id': 'mine-1' } });
    expect(headers.get('x-request-id')).toBe('mine-1');
  });

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
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
        socket.write('noise\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/"code":"invalid_parameter"/);
  });
});

// For other ways to fail, see failing-queries.test.ts and limits.test.ts.
describe('when the database fails', () => {
  const url = process.env['TEST_CLICKHOUSE_URL'] ?? '';
  const on = (to: { url: string; database?: string }) => () =>
    startServiceOn(createClickHouse(to, createLogger('test', 'silent')));
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
    const ready = async ({ request }: { request: typeof service.request }) => {
      const { status, body } = await request('/readyz');
      return [status, body];
    };
    const checked = (status: string, clickhouse: string) => ({ status, checks: { clickhouse } });
    expect(await ready(service)).toEqual([200, checked('ok', 'ok')]);
    expect(await ready(away)).toEqual([503, checked('unavailable', unreachable)]);
    expect(await ready(withoutTables)).toEqual([
      503,
      checked('unavailable', 'Tables are missing in the database. Run the migrations.'),
    ]);
  });
});
