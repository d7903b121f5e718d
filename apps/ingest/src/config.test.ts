import { readConfig } from './config.ts';

const required = { IDENTITY_SECRET: 'sixteen letters!', KAFKA_BROKERS: 'kafka:9092' };

test('two settings are required, the others have defaults', () => {
  expect(readConfig(required)).toEqual({
    INGEST_PORT: 3001,
    HOST: '0.0.0.0',
    PING_PATH: '/api/ping',
    TRACKER_PATH: '/tracker.js',
    TRUST_PROXY: { hops: 0 },
    IP_STORAGE: 'full',
    REFERRER_QUERY: 'strip',
    SITES: [],
    EXCLUDED_IPS: [],
    RATE_LIMIT: 100,
    RATE_LIMIT_BURST: 1000,
    SITE_RATE_LIMIT: 0,
    BODY_MEMORY_MB: 64,
    BUFFER_MEMORY_MB: 64,
    DISK_FLOOR_MB: 1024,
    MAX_CONNECTIONS: 10_000,
    IDENTITY_SECRET: 'sixteen letters!',
    DRAIN_SECONDS: 0,
    LOG_LEVEL: 'info',
    KAFKA_BROKERS: ['kafka:9092'],
    KAFKA_TOPIC: 'pings',
    KAFKA_PARTITIONS: [{ from: 0, partitions: 6 }],
    KAFKA_RETENTION_HOURS: 168,
    KAFKA_SSL: false,
  });
});

test('lists are separated by commas', () => {
  const config = readConfig({
    ...required,
    SITES: 'blog, shop',
    EXCLUDED_IPS: '192.0.2.1,2001:db8::/32',
    TRUST_PROXY: 'loopback, 10.0.0.0/8',
  });
  expect(config).toMatchObject({
    SITES: ['blog', 'shop'],
    EXCLUDED_IPS: ['192.0.2.1', '2001:db8::/32'],
    TRUST_PROXY: { networks: ['loopback', '10.0.0.0/8'] },
  });
});

test('a number of trusted proxies is a number', () => {
  expect(readConfig({ ...required, TRUST_PROXY: '2' }).TRUST_PROXY).toEqual({ hops: 2 });
});

test('reports all problems together', () => {
  expect(() => readConfig({ IDENTITY_SECRET: 'short', INGEST_PORT: '99999', PING_PATH: 'ping' })).toThrow(
    /INGEST_PORT.*PING_PATH.*KAFKA_BROKERS.*IDENTITY_SECRET/s,
  );
});

test.each([
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '-1'],
  ['EXCLUDED_IPS', 'office'],
  ['EXCLUDED_IPS', '192.0.2.0/33'],
  ['EXCLUDED_IPS', '192.0.2.0/x'],
  ['SITES', 'my site'],
  ['IP_STORAGE', 'half'],
  ['REFERRER_QUERY', 'some'],
  ['LOG_LEVEL', 'loud'],
  ['KAFKA_BROKERS', 'kafka'],
  ['TRACKER_PATH', '/'],
  ['API_KEY', 'fifteen letters'],
  ['ADMIN_PASSWORD', 'short'],
])('refuses %s=%s', (name, value) => {
  expect(() => readConfig({ ...required, [name]: value })).toThrow(name);
});
