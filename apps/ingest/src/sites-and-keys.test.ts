import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { folderOfFile } from '../../../test/harness/temporary-folder.ts';
import { refusal, taken } from './answers-under-test.ts';
import { bearer, type IngestUnderTest, ingestUnderTest, keyed, still } from './ingest-under-test.ts';

const inFolder = folderOfFile();
const now = Date.UTC(2026, 10, 21, 12);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const aPing = { page_path: '/' };

let ingest: IngestUnderTest;
afterEach(() => ingest.close());

async function start(sites: object, keys: object[] = [], env: Record<string, string> = {}) {
  const [SITES_FILE, KEYS_FILE] = [inFolder('sites.json'), inFolder('keys.json')];
  writeFileSync(SITES_FILE, JSON.stringify(sites));
  writeFileSync(KEYS_FILE, JSON.stringify({ keys }));
  ingest = await ingestUnderTest({ SITES_FILE, KEYS_FILE, ...env }, still(now));
}

test('with accept: listed other sites are dropped', async () => {
  await start({ accept: 'listed', sites: { blog: {} } });
  const { status, body } = await ingest.ping(['blog', 'shop'].map((site_id) => ({ ...aPing, site_id })));
  expect({ status, body }).toEqual(taken(1, { 1: 'unknown_site' }));
  expect(ingest.column('site_id')).toEqual(['blog', 'shop']);
  expect(ingest.column('drop_reason')).toEqual(['', 'unknown_site']);
});

test('pings from other hosts are dropped; one without a host is taken', async () => {
  await start({ sites: { blog: { hosts: ['Blog.example:8080', '*.blog.example'] } } });
  const { body } = await ingest.ping([
    { url: 'https://BLOG.example:444/a' },
    { url: 'https://www.blog.example./b' },
    { url: 'https://evil.example/c' },
    { url: 'https://evilblog.example/d' },
    { page_path: '/e' },
    { type: 'event', event: 'Signup' },
    { url: 'https://evil.example/f', site_id: 'shop' },
  ]);
  expect(body).toEqual(taken(5, { 2: 'foreign_host', 3: 'foreign_host' }).body);
  // A host is one, with or without the dot at its end.
  expect(ingest.column('hostname').slice(0, 2)).toEqual(['blog.example', 'www.blog.example']);
});

test('excluded addresses and paths are dropped', async () => {
  const exclude = {
    addresses: ['10.0.0.0/8', '2001:db8::/32'],
    paths: ['/admin/*', '/a*b*c', '/exactly', '/caf%C3%A9/*', '/what?', '/#/admin/*'],
  };
  await start({ sites: { blog: { exclude } } });
  const [ofAddress, ofPath] = ['excluded_ip', 'excluded_path'];
  const entries: [object, string?][] = [
    [{ page_path: '/', ip: '10.1.2.3' }, ofAddress],
    [{ page_path: '/', ip: '2001:db8::1' }, ofAddress],
    [{ page_path: '/', ip: '11.0.0.1' }],
    [{ page_path: '/', ip: '10.1.2.3', site_id: 'shop' }],
    [{ page_path: '/admin/users' }, ofPath],
    [{ url: 'https://a.example/admin/?x=1' }, ofPath],
    [{ page_path: '/administrator' }],
    [{ page_path: '/axxbyyc' }, ofPath],
    [{ page_path: '/axxbyycz' }],
    [{ page_path: '/exactly/' }, ofPath],
    [{ page_path: '/exactly/not' }],
    [{ url: 'https://a.example/caf%C3%A9/menu' }, ofPath],
    [{ page_path: '/café/' }, ofPath],
    [{ page_path: '/what%3F' }, ofPath],
    [{ page_path: '/what' }],
    [{ page_path: '/%23/admin/users' }, ofPath],
    [{ page_path: '/%23/cart' }],
    [{ type: 'event', event: 'Save', page_path: '/admin/users' }, ofPath],
  ];
  const sent = entries.map(([entry]) => entry);
  await ingest.ping(sent, keyed);
  expect(ingest.column('drop_reason')).toEqual(entries.map(([, reason = '']) => reason));
});

test('a site stores addresses in its own way', async () => {
  const sites = { blog: { ip_storage: 'none' }, shop: { ip_storage: 'full' } };
  await start({ sites }, [], { IP_STORAGE: 'truncated' });
  const of = (site_id: string) => ({ ...aPing, site_id, ip: '203.0.113.9' });
  await ingest.ping(['blog', 'shop', 'other'].map(of), keyed);
  expect(ingest.column('ip')).toEqual(['', '203.0.113.9', '203.0.113.0']);
});

test('query parameters of the list stay in the path, in its order', async () => {
  await start({ sites: { blog: { query_parameters: ['page', 'q'], exclude: { paths: ['/secret'] } } } });
  const url = (rest: string) => ({ url: `https://a.example${rest}` });
  const pages: [object, string][] = [
    [url('/list/?q=a%26b+c&utm_source=x&page=2&gclid=1#top'), '/list?page=2&q=a%26b+c'],
    [url('/list?page=2&q=a%26b%20c'), '/list?page=2&q=a%26b+c'],
    [url('/list?other=1'), '/list'],
    [url('/?page='), '/?page='],
    [{ page_path: '/list?page=3&x=1#top' }, '/list?page=3'],
    [{ page_path: '/given', ...url('/list?page=2') }, '/given'],
    [{ page_path: '/list#?page=4' }, '/list'],
    [{ page_path: '/list?page=1&page=2' }, '/list?page=1&page=2'],
    [{ page_path: '/secret?page=1' }, ''],
    [{ type: 'event', event: 'A', site_id: 'blog' }, ''],
    [{ ...url('/list?page=2'), site_id: 'shop' }, '/list'],
  ];
  await ingest.ping(pages.map(([page]) => page));
  expect(ingest.column('page_path')).toEqual(pages.map(([, path]) => path));
});

describe('with a file of keys', () => {
  const key = (name: string, sites: string[], rights: string[], more: object = {}) => {
    return { name, sha256: sha256(`${name} key`), sites, rights, ...more };
  };
  const keys = [
    key('server', ['blog', '@writing'], ['send']),
    key('shop', ['shop'], ['send']),
    key('reader', ['*'], ['read', 'export', 'personal']),
    key('no longer valid', ['*'], ['send'], { expires: '2026-11-21T12:00:00Z' }),
    key('new', ['*'], ['send'], { expires: '2026-11-21T12:00:00.001Z' }),
    key('slow', ['*'], ['send'], { requests_per_minute: 2 }),
  ];
  const launch = { hosts: ['www.secret.example'] };
  beforeEach(() => start({ sites: { notes: { group: 'writing' }, shop: {}, launch } }, keys));

  test('a key with the right to send may state the time, as API_KEY does, until the moment at which it expires', async () => {
    const timestamp = now - 60_000;
    const entries = ['blog', 'notes'].map((site_id) => ({ ...aPing, site_id, timestamp }));
    // One of them expires in a millisecond.
    for (const sender of ['server key', 'new key']) {
      const answer = await ingest.ping(entries, bearer(sender));
      expect(answer).toMatchObject({ status: 202, body: { accepted: 2 } });
    }
    expect(ingest.column('pinged_at')).toEqual(Array(4).fill(`${timestamp / 1000}.000`));
    expect(await ingest.send('GET', '/metrics', bearer('server key'))).toMatchObject({ status: 403 });
  });

  test.each([
    ['without the right to send', 'reader key', 403, 'forbidden', 'This key may not send pings.'],
    ['that has expired', 'no longer valid key', 401, 'unauthorized'],
    ['that nobody knows', 'no key of anybody', 401, 'unauthorized'],
    ['that is a hash', sha256('server key'), 401, 'unauthorized'],
  ])('a key %s stores nothing', async (_what, sent, status, code, message = expect.any(String)) => {
    const refused = refusal(status, code, { message });
    for (const page_path of ['/', 1]) {
      expect(await ingest.ping({ page_path }, bearer(sent))).toMatchObject(refused);
      expect(await ingest.pixel('page_path=/', bearer(sent))).toMatchObject({ status });
    }
    expect(ingest.messages).toEqual([]);
  });

  test.each([
    ['a listed site', { ...aPing, site_id: 'shop' }, 'shop', 1],
    ['an unknown site', { ...aPing, site_id: 'nothing' }, 'nothing', 1],
    ['a site, of a bot', { ...aPing, site_id: 'shop', user_agent: 'curl/8.0' }, 'shop', 1],
    ['one of a batch', [aPing, { ...aPing, site_id: 'shop' }, { page_path: 1 }], 'shop', 3],
  ])('a key that is not for %s stores nothing', async (_what, body, site, pings) => {
    const message = `This key is not for the site ${site}. Nothing was stored.`;
    const answer = await ingest.ping(body, bearer('server key'));
    expect(answer).toMatchObject(refusal(400, 'invalid_parameter', { parameter: 'site_id', message }));
    expect(ingest.messages).toEqual([]);
    expect(await ingest.metric('tallyhouse_ingest_pings_total')).toMatchObject({
      '{outcome="rejected",reason="site_id"}': pings,
      '{outcome="refused",reason=""}': 0,
    });
  });

  test.each([
    [{ host: 'www.secret.example' }, 'of www.secret.example'],
    [{ host: 'nobody.example' }, 'of nobody.example'],
    [{ site_id: 'acme' }, 'acme'],
    [{}, 'blog'],
  ])('a key that is not for the site of a request with %j learns no site from that', async (sent, site) => {
    const line = { timestamp: now, path: '/', status: 200, user_agent: 'curl', ip: '192.0.2.1', ...sent };
    const answer = await ingest.send('POST', '/api/crawl', bearer('shop key'), JSON.stringify(line));
    const message = `This key is not for the site ${site}. Nothing was stored.`;
    expect(answer).toMatchObject(refusal(400, 'invalid_parameter', { parameter: 'site_id', message }));
  });

  test('a key that sends too many requests must wait', async () => {
    const send = () => ingest.ping(aPing, bearer('slow key'));
    for (const status of [202, 202]) expect(await send()).toMatchObject({ status });
    const limited = await send();
    const message = 'This key allows 2 requests a minute. Please try again later.';
    expect(limited).toMatchObject({ status: 429, body: { error: { code: 'rate_limited', message } } });
    expect(limited.headers.get('retry-after')).toBe('30');
    expect(await ingest.ping(aPing, keyed)).toMatchObject({ status: 202 });
    expect(ingest.messages).toHaveLength(3);
  });
});
