import { connect } from 'node:net';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { startQuery } from '../../apps/query/src/start.ts';
import { dashboardFolder, key, type QueryService, queryConfig, startQueryService } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const authorization = `Bearer ${key}`;

describe('paths and methods', () => {
  test.each(['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/overview/more', '/api/v1//overview'])(
    '%s is a 404',
    async (path) => {
      const { status, body } = await service.request(path, { headers: { authorization } });
      expect(status).toBe(404);
      expect(body).toMatchObject({ error: { code: 'not_found' } });
    },
  );

  test.each(['/nothing', '/api', '/api/v2/overview', '/demo/third'])(
    '%s is a 404 without a key too',
    async (path) => {
      const { status, body } = await service.request(path);
      expect(status).toBe(404);
      expect(body).toMatchObject({ error: { code: 'not_found' } });
    },
  );

  test.each(['/api/v1/%', '/api/v1/pages/%E0%A4%A/engagement', '/%ff'])('%s is malformed', async (path) => {
    const { status, body } = await service.request(path, { headers: { authorization } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'invalid_parameter' } });
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    for (const path of ['/api/v1/overview', '/', '/demo']) {
      const { status, headers, body } = await service.request(path, { method, headers: { authorization } });
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('GET, HEAD');
      expect(body).toMatchObject({ error: { code: 'method_not_allowed' } });
    }
  });

  test('HEAD responds as GET does, without a body', async () => {
    const { status, headers, body } = await service.request('/api/v1/overview', {
      method: 'HEAD',
      headers: { authorization },
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Number(headers.get('content-length'))).toBeGreaterThan(100);
    expect(body).toBe('');
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
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
  });
});

describe('requests that the HTTP parser rejects', () => {
  test('headers over 16 KiB get a 431 in JSON', async () => {
    const { status, headers, body } = await service.report('/overview', { site_id: 'x'.repeat(100_000) });
    expect(status).toBe(431);
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(body).toEqual({
      error: {
        code: 'headers_too_large',
        message: 'The URL and headers together exceed 16 KiB.',
      },
    });
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

describe('when the database fails', () => {
  const logger = createLogger('test', 'silent');
  const config = queryConfig();

  /** One request to the service on another database. */
  async function requestWith(connection: { url: string; database?: string; slow?: boolean }, path: string) {
    const { slow, ...to } = connection;
    const clickhouse = createClickHouse(to, logger);
    if (slow) {
      const query = clickhouse.query.bind(clickhouse);
      // A limit below what any query takes, instead of a slow query.
      clickhouse.query = ((params: Parameters<typeof query>[0]) =>
        query({
          ...params,
          query: 'select sleepEachRow(0.1) from numbers() limit 100',
          clickhouse_settings: { max_execution_time: 0.05, max_block_size: '1' },
        })) as typeof clickhouse.query;
    }
    const other = await startQuery(config, { clickhouse, logger, dashboardFolder });
    try {
      const response = await fetch(`${other.url}${path}`, { headers: { authorization } });
      return { status: response.status, headers: response.headers, body: await response.json() };
    } finally {
      await other.close();
      await clickhouse.close();
    }
  }

  const nowhere = 'http://127.0.0.1:1';

  test('unreachable: 503 and when to retry', async () => {
    const { status, headers, body } = await requestWith({ url: nowhere }, '/api/v1/overview');
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('5');
    expect(body).toEqual({
      error: { code: 'unavailable', message: 'The database cannot be reached. Please try again.' },
    });
  });

  test('over its time limit: 504', async () => {
    const { status, body } = await requestWith({ url: service.database.url, slow: true }, '/api/v1/overview');
    expect(status).toBe(504);
    expect(body).toMatchObject({ error: { code: 'timeout' } });
  });

  test('without tables: 500 that reveals no SQL', async () => {
    const { status, body } = await requestWith(
      { url: service.database.url, database: 'default' },
      '/api/v1/pages',
    );
    expect(status).toBe(500);
    expect(body).toEqual({
      error: {
        code: 'internal',
        message: 'Internal error. The server log has its details under the request id.',
      },
    });
  });

  test('the process is alive whatever the state of the database', async () => {
    const { status, body } = await requestWith({ url: nowhere }, '/healthz');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  test('the process is ready when the database has the tables', async () => {
    const { status, body } = await service.request('/readyz');
    expect([status, body]).toEqual([200, { status: 'ok', checks: { clickhouse: 'ok' } }]);
  });

  test('it is not ready when the database is unreachable, or lacks the tables', async () => {
    const away = await requestWith({ url: nowhere }, '/readyz');
    expect([away.status, away.body]).toEqual([
      503,
      { status: 'unavailable', checks: { clickhouse: 'The database cannot be reached. Please try again.' } },
    ]);
    const empty = await requestWith({ url: service.database.url, database: 'default' }, '/readyz');
    expect([empty.status, empty.body]).toEqual([
      503,
      {
        status: 'unavailable',
        checks: { clickhouse: 'Tables are missing in the database. Run the migrations.' },
      },
    ]);
  });
});
