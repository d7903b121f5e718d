import { readConfig } from './config.ts';

const least = { CLICKHOUSE_URL: 'http://127.0.0.1:8123', API_KEY: 'a key long enough' };

test('a key is one without spaces around it, such as the newline of a file', () => {
  expect(readConfig({ ...least, API_KEY: 'a key long enough\n' }).API_KEY).toBe('a key long enough');
});

test('origins that may frame the dashboard, and addresses for reading, are lists', () => {
  const EMBED_ORIGINS = 'https://a.example:8443, http://*.b.example, https://*.corp, https://*.shop.co.uk';
  const lists = { EMBED_ORIGINS, CLICKHOUSE_READ_URL: 'http://a:8123, https://b:8443' };
  const addresses = ['http://a:8123', 'https://b:8443'];
  const read = { EMBED_ORIGINS: EMBED_ORIGINS.split(', '), CLICKHOUSE_READ_URL: addresses };
  expect(readConfig({ ...least, ...lists })).toMatchObject(read);
});

const noKey = 'API_KEY or ADMIN_PASSWORD: one of them is required';
const short = 'at least 16 characters. Create one with: openssl rand -base64 24';
const ownDatabase = "CLICKHOUSE_DATABASE: a database of its own: this is one of ClickHouse's";
const addresses = 'CLICKHOUSE_READ_URL: addresses such as http://host:8123';
const noOrigin = /EMBED_ORIGINS: .* is not an origin/;

const wrong = { QUERY_PORT: '99999', PUBLIC_INGEST_URL: 'here' };
const strangers = ['https://*.com', 'https://*.co.uk:8443', 'http://*.github.io', 'https://a.de,http://*.de'];
test.each<readonly [Record<string, string | undefined>, string | RegExp]>([
  [{ API_KEY: '' }, noKey],
  [{ API_KEY: '  ' }, noKey],
  [{ API_KEY: undefined, ADMIN_PASSWORD: '' }, noKey],
  [{ API_KEY: 'fifteen letters' }, `API_KEY: ${short}`],
  [{ ADMIN_PASSWORD: 'fifteen letters' }, `ADMIN_PASSWORD: ${short}`],
  [{ CLICKHOUSE_DATABASE: 'system' }, ownDatabase],
  [{ CLICKHOUSE_DATABASE: 'INFORMATION_SCHEMA' }, 'CLICKHOUSE_DATABASE: a database of its own'],
  [{ EMBED_ORIGINS: '*' }, noOrigin],
  [{ EMBED_ORIGINS: 'a.example' }, noOrigin],
  [{ EMBED_ORIGINS: 'https://a.example/' }, noOrigin],
  [{ EMBED_ORIGINS: 'https://A.example' }, noOrigin],
  ...strangers.map((EMBED_ORIGINS) => [{ EMBED_ORIGINS }, /EMBED_ORIGINS: .* of strangers/] as const),
  [{ EMBED_ORIGINS: "https://a.example; script-src 'unsafe-inline'" }, noOrigin],
  [{ CLICKHOUSE_READ_URL: 'http://a:8123,b:8123' }, addresses],
  [{ CLICKHOUSE_READ_URL: 'http://a:8123,http://a:8123' }, 'CLICKHOUSE_READ_URL: has an address twice'],
  [{ CLICKHOUSE_READ_URL: ' , ' }, 'CLICKHOUSE_READ_URL: has no address'],
  [{ CLICKHOUSE_URL: 'http://user:100%sure@a:8123' }, /CLICKHOUSE_URL: .*%25/],
  [{ SMTP_URL: 'smtp://user:%ff@a' }, /SMTP_URL: .*%25/],
  [{ PUBLIC_URL: 'https://stats.example/#/overview' }, 'PUBLIC_URL: must end before its ? or #'],
  [{ PUBLIC_INGEST_URL: 'https://stats.example/?a=b' }, 'PUBLIC_INGEST_URL: must end before its ? or #'],
  // All problems are reported together.
  [{ ...wrong, CLICKHOUSE_URL: undefined }, /QUERY_PORT: .*\n.*PUBLIC_INGEST_URL: .*\n.*CLICKHOUSE_URL: /s],
])('with %j the app does not start', (env, problem) => {
  expect(() => readConfig({ ...least, ...env })).toThrow(problem);
});
