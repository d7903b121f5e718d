import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiKey, type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

const folder = mkdtempSync(join(tmpdir(), 'ingest-'));
afterAll(() => rmSync(folder, { recursive: true }));

let ingest: IngestUnderTest;
afterEach(() => ingest.close());

const now = Date.UTC(2026, 10, 21, 12);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** A service with these files. */
async function start(sites: object, keys: object[] = [], env: Record<string, string> = {}) {
  const [SITES_FILE, KEYS_FILE] = [join(folder, 'sites.json'), join(folder, 'keys.json')];
  writeFileSync(SITES_FILE, JSON.stringify(sites));
  writeFileSync(KEYS_FILE, JSON.stringify({ keys }));
  ingest = await ingestUnderTest({ SITES_FILE, KEYS_FILE, ...env }, { clock: () => now });
}

/** The columns of the stored rows. */
const stored = (...columns: string[]) =>
  ingest.rows().map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));

test('with accept: listed other sites are dropped', async () => {
  await start({ accept: 'listed', sites: { blog: {} } });
  const { status, body } = await ingest.ping([
    { page_path: '/', site_id: 'blog' },
    { page_path: '/', site_id: 'shop' },
  ]);
  expect(status).toBe(202);
  expect(body).toEqual({ accepted: 1, dropped: [{ index: 1, reason: 'unknown_site' }] });
  expect(stored('site_id', 'drop_reason')).toEqual([
    { site_id: 'blog', drop_reason: '' },
    { site_id: 'shop', drop_reason: 'unknown_site' },
  ]);
});

test('pings from other hosts are dropped; one without a host is taken', async () => {
  await start({ sites: { blog: { hosts: ['Blog.example:8080', '*.blog.example'] } } });
  const pages = [
    { url: 'https://BLOG.example:444/a' },
    { url: 'https://www.blog.example./b' },
    { url: 'https://evil.example/c' },
    { url: 'https://evilblog.example/d' },
    { page_path: '/e' },
    { type: 'event', event: 'Signup' },
    { url: 'https://evil.example/f', site_id: 'shop' },
  ];
  const { body } = await ingest.ping(pages);
  expect(body).toEqual({
    accepted: 5,
    dropped: [
      { index: 2, reason: 'foreign_host' },
      { index: 3, reason: 'foreign_host' },
    ],
  });
});

test('excluded addresses and paths are dropped', async () => {
  const exclude = { addresses: ['10.0.0.0/8', '2001:db8::/32'], paths: ['/admin/*', '/a*b*c', '/exactly'] };
  await start({ sites: { blog: { exclude } } });
  const entries = [
    { page_path: '/', ip: '10.1.2.3' },
    { page_path: '/', ip: '2001:db8::1' },
    { page_path: '/', ip: '11.0.0.1' },
    { page_path: '/', ip: '10.1.2.3', site_id: 'shop' },
    { page_path: '/admin/users' },
    { url: 'https://a.example/admin/?x=1' },
    { page_path: '/administrator' },
    { page_path: '/axxbyyc' },
    { page_path: '/axxbyycz' },
    { page_path: '/exactly/' },
    { page_path: '/exactly/not' },
    { type: 'event', event: 'Save', page_path: '/admin/users' },
  ];
  const { body } = await ingest.ping(entries, bearer(apiKey));
  const dropped = [
    [0, 'excluded_ip'],
    [1, 'excluded_ip'],
    [4, 'excluded_path'],
    [5, 'excluded_path'],
    [7, 'excluded_path'],
    [9, 'excluded_path'],
    [11, 'excluded_path'],
  ].map(([index, reason]) => ({ index, reason }));
  expect(body).toEqual({ accepted: 5, dropped });
});

test('a site stores addresses in its own way', async () => {
  await start({ sites: { blog: { ip_storage: 'none' }, shop: { ip_storage: 'full' } } }, [], {
    IP_STORAGE: 'truncated',
  });
  const ip = '203.0.113.9';
  await ingest.ping(
    ['blog', 'shop', 'other'].map((site_id) => ({ page_path: '/', site_id, ip })),
    bearer(apiKey),
  );
  expect(stored('site_id', 'ip')).toEqual([
    { site_id: 'blog', ip: '' },
    { site_id: 'shop', ip },
    { site_id: 'other', ip: '203.0.113.0' },
  ]);
});

test('query parameters of the list stay in the path, in its order', async () => {
  await start({ sites: { blog: { query_parameters: ['page', 'q'], exclude: { paths: ['/secret'] } } } });
  const pages = [
    { url: 'https://a.example/list/?q=a%26b+c&utm_source=x&page=2&gclid=1#top' },
    { url: 'https://a.example/list?page=2&q=a%26b%20c' },
    { url: 'https://a.example/list?other=1' },
    { url: 'https://a.example/?page=' },
    { page_path: '/list?page=3&x=1#top' },
    { page_path: '/given', url: 'https://a.example/list?page=2' },
    { page_path: '/list#?page=4' },
    { page_path: '/list?page=1&page=2' },
    { page_path: '/secret?page=1' },
    { type: 'event', event: 'A', site_id: 'blog' },
    { url: 'https://a.example/list?page=2', site_id: 'shop' },
  ];
  await ingest.ping(pages);
  expect(stored('page_path').map(({ page_path }) => page_path)).toEqual([
    '/list?page=2&q=a%26b+c',
    '/list?page=2&q=a%26b+c',
    '/list',
    '/?page=',
    '/list?page=3',
    '/given',
    '/list',
    '/list?page=1&page=2',
    '',
    '',
    '/list',
  ]);
});

const keys = [
  { name: 'server', sha256: sha256('server key'), sites: ['blog', '@writing'], rights: ['send'] },
  { name: 'reader', sha256: sha256('reader key'), sites: ['*'], rights: ['read', 'export', 'personal'] },
  { name: 'old', sha256: sha256('old key'), sites: ['*'], rights: ['send'], expires: '2026-11-21T12:00:00Z' },
  {
    name: 'new',
    sha256: sha256('new key'),
    sites: ['*'],
    rights: ['send'],
    expires: '2026-11-21T12:00:00.001Z',
  },
  { name: 'slow', sha256: sha256('slow key'), sites: ['*'], rights: ['send'], requests_per_minute: 2 },
];
const group = { sites: { notes: { group: 'writing' }, shop: {} } };

test('a key with the right to send may state the time, as API_KEY does', async () => {
  await start(group, keys);
  const timestamp = now - 60_000;
  const entries = ['blog', 'notes'].map((site_id) => ({ page_path: '/', site_id, timestamp }));
  expect(await ingest.ping(entries, bearer('server key'))).toMatchObject({
    status: 202,
    body: { accepted: 2 },
  });
  const pinged_at = `${timestamp / 1000}.000`;
  expect(stored('pinged_at')).toEqual([{ pinged_at }, { pinged_at }]);
});

test.each([
  [
    'without the right to send',
    'reader key',
    403,
    { code: 'forbidden', message: 'This key may not send pings.' },
  ],
  ['that has expired', 'old key', 401, { code: 'unauthorized' }],
  ['that nobody knows', 'no key', 401, { code: 'unauthorized' }],
  ['that is a hash', sha256('server key'), 401, { code: 'unauthorized' }],
])('a key %s stores nothing', async (_what, key, status, error) => {
  await start(group, keys);
  for (const page_path of ['/', 1]) {
    expect(await ingest.ping({ page_path }, bearer(key))).toMatchObject({ status, body: { error } });
    expect((await ingest.send('GET', '/api/ping.gif?page_path=/', bearer(key))).status).toBe(status);
  }
  expect(ingest.messages).toEqual([]);
});

test('a key is good until the moment at which it expires', async () => {
  await start(group, keys);
  expect((await ingest.ping({ page_path: '/' }, bearer('new key'))).status).toBe(202);
});

test.each([
  ['a listed site', { page_path: '/', site_id: 'shop' }],
  ['an unknown site', { page_path: '/', site_id: 'nothing' }],
  ['a site, of a bot', { page_path: '/', site_id: 'shop', user_agent: 'curl/8.0' }],
  ['one of a batch', [{ page_path: '/' }, { page_path: '/', site_id: 'shop' }, { page_path: 1 }]],
])('a key that is not for %s stores nothing', async (_what, body) => {
  await start(group, keys);
  const site = JSON.stringify(body).includes('nothing') ? 'nothing' : 'shop';
  expect(await ingest.ping(body, bearer('server key'))).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'invalid_parameter',
        message: `This key is not for the site ${site}. Nothing was stored.`,
        parameter: 'site_id',
      },
    },
  });
  expect(ingest.messages).toEqual([]);
  const pings = Array.isArray(body) ? body.length : 1;
  expect(await ingest.metric('tallyhouse_ingest_pings_total')).toMatchObject({
    '{outcome="rejected",reason="site_id"}': pings,
    '{outcome="refused",reason=""}': 0,
  });
});

test('a key that sends too many requests must wait', async () => {
  await start(group, keys);
  const send = () => ingest.ping({ page_path: '/' }, bearer('slow key'));
  expect([(await send()).status, (await send()).status]).toEqual([202, 202]);
  const { status, headers, body } = await send();
  expect([status, headers.get('retry-after')]).toEqual([429, '30']);
  expect(body).toEqual({
    error: { code: 'rate_limited', message: 'This key allows 2 requests a minute. Retry later.' },
  });
  expect((await ingest.ping({ page_path: '/' }, bearer(apiKey))).status).toBe(202);
  expect(ingest.messages).toHaveLength(3);
});

test('/metrics wants a key that allows everything', async () => {
  const all = {
    name: 'all',
    sha256: sha256('all'),
    sites: ['*'],
    rights: ['read', 'export', 'personal', 'send'],
  };
  await start(group, [...keys, all]);
  const statusOf = async (key: string) => (await ingest.send('GET', '/metrics', bearer(key))).status;
  expect([await statusOf('server key'), await statusOf('reader key'), await statusOf('old key')]).toEqual([
    403, 403, 401,
  ]);
  expect([await statusOf('all'), await statusOf(apiKey)]).toEqual([200, 200]);
});
