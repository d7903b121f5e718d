import { readConfig } from './config.ts';

const required = { IDENTITY_SECRET: 'sixteen letters!', KAFKA_BROKERS: 'kafka:9092' };

test('two settings are enough', () => {
  expect(readConfig(required)).toMatchObject({ ...required, KAFKA_BROKERS: ['kafka:9092'] });
});

test('lists are separated by commas', () => {
  const networks = { EXCLUDED_IPS: '192.0.2.1,2001:db8::/32', TRUST_PROXY: 'loopback, 10.0.0.0/8' };
  expect(readConfig({ ...required, SITES: 'blog, shop', ...networks })).toMatchObject({
    SITES: ['blog', 'shop'],
    EXCLUDED_IPS: ['192.0.2.1', '2001:db8::/32'],
    TRUST_PROXY: { networks: ['loopback', '10.0.0.0/8'] },
  });
});

test('reports all problems together', () => {
  const wrong = { IDENTITY_SECRET: 'short', INGEST_PORT: '99999', PING_PATH: 'ping' };
  expect(() => readConfig(wrong)).toThrow(/INGEST_PORT.*PING_PATH.*KAFKA_BROKERS.*IDENTITY_SECRET/s);
});

test.each([
  ['TRUST_PROXY', 'true', '0.0.0.0/0', '-1', '11', '100', '999', '010000000001'],
  ['TRUST_PROXY', '1,10.0.0.0/8', 'loopback,2', '10.0.0.0/33', '10.0.0', '1.5', 'localhost', '::1,x', '1 2'],
  ['EXCLUDED_IPS', 'office', '192.0.2.0/33', '192.0.2.0/x', '192.0.2.0/24/8', 'fe80::1%eth0'],
  ['SITES', 'my site', 'blog,..', ',', ' '],
  ['IP_STORAGE', 'half'],
  ['REFERRER_QUERY', 'some'],
  ['LOG_LEVEL', 'loud'],
  ['KAFKA_BROKERS', 'kafka'],
  ['TRACKER_PATH', '/', '/readyz', '/../t.js', '/js/./t.js', '/api/ping', '/api/ping.gif'],
  ['PING_PATH', '/healthz', '/metrics', '/readyz/ingest', '/api/crawl', '/..'],
  ['API_KEY', 'fifteen letters', '🔑'.repeat(8), 'sixteen letters!\nsixteen letters!'],
  ['ADMIN_PASSWORD', 'short'],
])('refuses a wrong %s', (name, ...values) => {
  for (const value of values) expect(() => readConfig({ ...required, [name]: value })).toThrow(name);
});
