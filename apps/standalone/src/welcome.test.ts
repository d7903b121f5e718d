import { readConfig } from './config.ts';
import { welcome } from './welcome.ts';

function said(
  env: Record<string, string>,
  { terminal = true, demo = false, madeKey = '', sharedKey = '' } = {},
) {
  const [queryUrl, ingestUrl] = ['http://127.0.0.1:3000', 'http://127.0.0.1:3001'];
  const config = readConfig({ CLICKHOUSE_URL: 'http://127.0.0.1:8123', DATA_DIR: '/srv/data', ...env });
  const urls = {
    queryUrl,
    ingestUrl,
    publicIngestUrl: config.PUBLIC_INGEST_URL ?? ingestUrl,
    clickhouse: undefined,
  };
  const keys = { madeKey: madeKey || undefined, sharedKey: sharedKey || undefined };
  return welcome({ ...urls, ...keys, config }, { terminal, demo });
}

test('prints a key that the service created to a terminal', () => {
  const text = said({}, { madeKey: 'made+key' });
  expect(text).toContain('  Dashboard    http://127.0.0.1:3000/#key=made%2Bkey\n');
  expect(text).toContain('  Key          made+key\n');
  const url = 'http://127.0.0.1:3000/api/v1/overview?period=1h';
  expect(text).toContain(`  curl -H 'Authorization: Bearer made+key' '${url}'\n`);
});

test('elsewhere prints where the key is', () => {
  const text = said({}, { madeKey: 'made+key', terminal: false });
  expect(text).not.toContain('made');
  expect(text).toContain('  Dashboard    http://127.0.0.1:3000/\n');
  expect(text).toContain('  Key          in /srv/data/secrets.json, as api_key\n');
  expect(text).toContain(`  KEY=$(node -p 'JSON.parse(fs.readFileSync("/srv/data/secrets.json")).api_key')
  curl -H "Authorization: Bearer $KEY" 'http://127.0.0.1:3000/api/v1/overview?period=1h'
`);
});

test.each([['API_KEY'], ['ADMIN_PASSWORD']])('never prints a configured %s', (name) => {
  for (const terminal of [true, false]) {
    const text = said({ [name]: 'sixteen letters!' }, { terminal });
    expect(text).not.toContain('sixteen');
    expect(text).not.toContain('#key');
    expect(text).toContain(`  Key          the ${name} that you set\n`);
    expect(text).toContain(`  curl -H "Authorization: Bearer $${name}" `);
  }
});

test('prints only the address of CLICKHOUSE_URL', () => {
  const url = 'https://writer:horse@ch.example:8443/path?password=battery#staple';
  const text = said({ CLICKHOUSE_URL: url });
  expect(text).toContain('  ClickHouse   https://ch.example:8443\n');
  expect(text).not.toMatch(/writer|horse|battery|staple/);
});

test('mentions demo visitors only with the demo', () => {
  const link = '  Shared link  http://127.0.0.1:3000/#key=of+the+demo\n'.replaceAll('+', '%2B');
  expect(said({}, { demo: true, sharedKey: 'of+the+demo' })).toContain(link);
  expect(said({}, { demo: true, sharedKey: 'of+the+demo', terminal: false })).not.toContain('of%2Bthe');
  expect(said({}, { demo: true })).toContain('Demo visitors keep coming');
  expect(said({})).not.toContain('Demo visitors');
});

test('the line for pages has the public address of the script, however it ends', () => {
  for (const url of ['https://stats.example/t', 'https://stats.example/t/'])
    expect(said({ PUBLIC_INGEST_URL: url })).toContain('src="https://stats.example/t/tracker.js"');
});
