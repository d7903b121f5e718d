import { readConfig, readConfigOfCluster, shortKeys } from './config.ts';

const short = { API_KEY: 'newcomer-key', ADMIN_PASSWORD: 'admin' };

test('accepts a short key on this machine only, and names it for a warning', () => {
  for (const HOST of ['127.0.0.1', '127.0.0.2', '::1', 'localhost', '']) {
    const config = readConfig({ ...short, HOST });
    expect(config).toMatchObject(short);
    expect(shortKeys(config)).toEqual(['API_KEY', 'ADMIN_PASSWORD']);
  }
});

test.each<[string, Record<string, string>]>([
  ['other machines reach it', { HOST: '0.0.0.0' }],
  ['it listens on a network', { HOST: '192.0.2.7' }],
  ['a proxy is in front', { TRUST_PROXY: '1' }],
  ['a proxy on this machine is in front', { TRUST_PROXY: 'loopback' }],
  ['browsers find it at another address', { PUBLIC_INGEST_URL: 'https://t.example.org' }],
])('when %s, refuses short keys with the command to create one', (_, env) => {
  const read = () => readConfig({ ...short, ...env });
  expect(read).toThrow('API_KEY: at least 16 characters. Create one with: openssl rand -base64 24');
  expect(read).toThrow('ADMIN_PASSWORD: at least 16 characters.');
});

test('accepts a key of 16 characters everywhere', () => {
  const config = readConfig({ HOST: '0.0.0.0', API_KEY: 'sixteen letters!', ADMIN_PASSWORD: ' ' });
  expect(config.API_KEY).toBe('sixteen letters!');
  expect(config.ADMIN_PASSWORD).toBeUndefined();
  expect(shortKeys(config)).toEqual([]);
});

test('addresses for reading require one for writing', () => {
  const read = () => readConfig({ CLICKHOUSE_READ_URL: 'http://a:8123' });
  expect(read).toThrow('CLICKHOUSE_READ_URL: requires CLICKHOUSE_URL');
});

test('BI users of other machines need a server of their own', () => {
  const listen = { CLICKHOUSE_BI_LISTEN: '0.0.0.0:8125' };
  const message = 'CLICKHOUSE_BI_LISTEN: needs a ClickHouse server of your own (CLICKHOUSE_URL)';
  for (const read of [readConfig, readConfigOfCluster]) expect(() => read(listen)).toThrow(message);
  expect(() => readConfig({ ...listen, CLICKHOUSE_URL: 'http://a:8123' })).not.toThrow();
  expect(() => readConfig({ CLICKHOUSE_BI_LISTEN: '' })).not.toThrow();
});
