import { readConfig } from './config.ts';
import { welcome } from './welcome.ts';

const started = (env: Record<string, string>, madeKey?: string) => ({
  queryUrl: 'http://127.0.0.1:3000',
  ingestUrl: 'http://127.0.0.1:3001',
  publicIngestUrl: 'http://127.0.0.1:3001',
  madeKey,
  clickhouse: undefined,
  config: readConfig({ CLICKHOUSE_URL: 'http://127.0.0.1:8123', DATA_DIR: '/srv/data', ...env }),
});
const toTerminal = { terminal: true, demo: false };
const toFile = { terminal: false, demo: false };

test('prints a key that the service created to a terminal', () => {
  const said = welcome(started({}, 'made+key'), toTerminal);
  expect(said).toContain('  Dashboard    http://127.0.0.1:3000/#key=made%2Bkey\n');
  expect(said).toContain('  Key          made+key\n');
  expect(said).toContain(
    "  curl -H 'Authorization: Bearer made+key' 'http://127.0.0.1:3000/api/v1/overview?period=1h'\n",
  );
});

test('elsewhere prints where the key is', () => {
  const said = welcome(started({}, 'made+key'), toFile);
  expect(said).not.toContain('made');
  expect(said).toContain('  Dashboard    http://127.0.0.1:3000/\n');
  expect(said).toContain('  Key          in /srv/data/secrets.json, as api_key\n');
  expect(said).toContain(`  KEY=$(node -p 'JSON.parse(fs.readFileSync("/srv/data/secrets.json")).api_key')
  curl -H "Authorization: Bearer $KEY" 'http://127.0.0.1:3000/api/v1/overview?period=1h'
`);
});

test.each([['API_KEY'], ['ADMIN_PASSWORD']])('never prints a configured %s', (name) => {
  for (const options of [toTerminal, toFile]) {
    const said = welcome(started({ [name]: 'sixteen letters!' }), options);
    expect(said).not.toContain('sixteen');
    expect(said).not.toContain('#key');
    expect(said).toContain(`  Key          the ${name} that you set\n`);
    expect(said).toContain(`  curl -H "Authorization: Bearer $${name}" `);
  }
});

test('prints only the address of CLICKHOUSE_URL', () => {
  const url = 'https://writer:horse@ch.example:8443/path?password=battery#staple';
  const said = welcome(started({ CLICKHOUSE_URL: url }), toTerminal);
  expect(said).toContain('  ClickHouse   https://ch.example:8443\n');
  expect(said).not.toMatch(/writer|horse|battery|staple/);
});

test('mentions demo visitors only with the demo', () => {
  expect(welcome(started({}), { terminal: true, demo: true })).toContain('Demo visitors keep coming');
  expect(welcome(started({}), toTerminal)).not.toContain('Demo visitors');
});
