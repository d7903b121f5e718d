import { readConfig } from './config.ts';

const least = { CLICKHOUSE_URL: 'http://127.0.0.1:8123', API_KEY: 'k' };

test('one key and the address of ClickHouse are enough', () => {
  expect(readConfig(least)).toEqual({
    API_KEY: 'k',
    CLICKHOUSE_URL: 'http://127.0.0.1:8123',
    CLICKHOUSE_DATABASE: 'tallyhouse',
    HOST: '0.0.0.0',
    LOG_LEVEL: 'info',
    MAX_CONNECTIONS: 10_000,
    PING_PATH: '/api/ping',
    PUBLIC_INGEST_URL: 'http://127.0.0.1:3001',
    QUERY_PORT: 3000,
    TRACKER_PATH: '/tracker.js',
    QUERY_MAX_SECONDS: 30,
    QUERY_MAX_MEMORY_MB: 4000,
    QUERY_MAX_THREADS: 0,
    QUERY_CONCURRENCY: 16,
    EXPORT_MAX_SECONDS: 3600,
    EXPORT_CONCURRENCY: 4,
  });
});

test.each([{ API_KEY: '' }, { API_KEY: '  ' }, { API_KEY: undefined, ADMIN_PASSWORD: '' }])(
  'with %j there is no key, and no start',
  (env) => {
    expect(() => readConfig({ ...least, ...env })).toThrow(
      'API_KEY or ADMIN_PASSWORD: one of them is needed',
    );
  },
);

test('blanks around a key, such as the newline of a file, do not belong to it', () => {
  expect(readConfig({ ...least, API_KEY: 'k\n' }).API_KEY).toBe('k');
});

test('all problems are told together', () => {
  expect(() => readConfig({ QUERY_PORT: '99999', PUBLIC_INGEST_URL: 'here' })).toThrow(
    /QUERY_PORT: .*\n(.|\n)*PUBLIC_INGEST_URL: .*\n(.|\n)*CLICKHOUSE_URL: /,
  );
});
