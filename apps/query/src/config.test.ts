import { readConfig } from './config.ts';

const least = { CLICKHOUSE_URL: 'http://127.0.0.1:8123', API_KEY: 'a key long enough' };

test('one key and the address of ClickHouse are enough', () => {
  expect(readConfig(least)).toEqual({
    API_KEY: 'a key long enough',
    TRUST_PROXY: { hops: 0 },
    CLICKHOUSE_URL: 'http://127.0.0.1:8123',
    CLICKHOUSE_CLUSTER: 'tallyhouse',
    CLICKHOUSE_REPLICATED: false,
    MAX_REPLICA_DELAY_SECONDS: 30,
    PARTIAL_REPORTS: false,
    CLICKHOUSE_DATABASE: 'tallyhouse',
    HOST: '0.0.0.0',
    DRAIN_SECONDS: 0,
    LOG_LEVEL: 'info',
    MAX_CONNECTIONS: 10_000,
    EMBED_ORIGINS: [],
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
  'with %j there is no key, and the app does not start',
  (env) => {
    expect(() => readConfig({ ...least, ...env })).toThrow(
      'API_KEY or ADMIN_PASSWORD: one of them is required',
    );
  },
);

test('spaces around a key, such as the newline of a file, are ignored', () => {
  expect(readConfig({ ...least, API_KEY: 'a key long enough\n' }).API_KEY).toBe('a key long enough');
});

test('all problems are reported together', () => {
  expect(() => readConfig({ QUERY_PORT: '99999', PUBLIC_INGEST_URL: 'here' })).toThrow(
    /QUERY_PORT: .*\n(.|\n)*PUBLIC_INGEST_URL: .*\n(.|\n)*CLICKHOUSE_URL: /,
  );
});

test('origins that may frame the dashboard are lower-case origins, without a path or anything that ends a header', () => {
  const { EMBED_ORIGINS } = readConfig({
    ...least,
    EMBED_ORIGINS: 'https://a.example:8443, http://*.b.example',
  });
  expect(EMBED_ORIGINS).toEqual(['https://a.example:8443', 'http://*.b.example']);
});

test.each([
  '*',
  'a.example',
  'https://a.example/',
  "https://a.example; script-src 'unsafe-inline'",
  'https://A.example',
])('EMBED_ORIGINS=%s is refused', (origin) => {
  expect(() => readConfig({ ...least, EMBED_ORIGINS: origin })).toThrow(/EMBED_ORIGINS: .* is not an origin/);
});

test.each(['API_KEY', 'ADMIN_PASSWORD'])('a short %s is refused, with a command that creates one', (name) => {
  expect(() => readConfig({ ...least, [name]: 'fifteen letters' })).toThrow(
    `${name}: at least 16 characters. Create one with: openssl rand -base64 24`,
  );
});

test('several addresses for reading are a list, and none of them may be wrong or stand there twice', () => {
  const read = (text: string) => readConfig({ ...least, CLICKHOUSE_READ_URL: text }).CLICKHOUSE_READ_URL;
  expect(read('http://a:8123, https://b:8443')).toEqual(['http://a:8123', 'https://b:8443']);
  expect(() => read('http://a:8123,b:8123')).toThrow(
    'CLICKHOUSE_READ_URL: addresses such as http://host:8123',
  );
  expect(() => read('http://a:8123,http://a:8123')).toThrow('CLICKHOUSE_READ_URL: has an address twice');
  expect(() => read(' , ')).toThrow('CLICKHOUSE_READ_URL: has no address');
});
