import { everyEndpoint, pairsOf, type RequestableEndpoint } from './every-endpoint.ts';
import { refusal } from './meta.ts';
import { hoursAgo, iso, key, now, ping, visit } from './present.ts';
import { forAllTests, startDashboardService } from './query-service.ts';
import { filesOf, hashed } from './service-files.ts';

const everyRight = ['read', 'export', 'personal', 'send'];
const [past, future] = [iso(now), iso(now + 1)];

/** The keys of the file; each key is its name. */
const keys = [
  { name: 'everything', sites: ['*'], rights: everyRight, expires: future },
  { name: 'expired', sites: ['*'], rights: everyRight, expires: past },
  { name: 'reader', sites: ['blog'], rights: ['read'] },
  { name: 'exporter', sites: ['blog'], rights: ['export'] },
  { name: 'personal', sites: ['blog'], rights: ['personal', 'send'] },
  { name: 'impersonal', sites: ['@writing'], rights: ['read', 'export'] },
  { name: 'elsewhere', sites: ['empty', '@none'], rights: everyRight },
  { name: 'slow', sites: ['*'], rights: everyRight, requests_per_minute: 3 },
];

const channels = [{ name: 'Partners', source: '/^partner-/' }];
const sites = {
  blog: { name: 'The Blog', group: 'writing', goals: { Read: 'page:/b' }, channels },
  notes: { group: 'writing', timezone: 'Europe/Berlin' },
  empty: {},
};
const files = filesOf({ SITES_FILE: { sites }, KEYS_FILE: { keys: hashed(keys) } });
const service = forAllTests(() => startDashboardService({ ...files.env, TRUST_PROXY: '1' }));

beforeAll(async () => {
  const at = hoursAgo(2);
  await service.insert(
    ['blog', 'notes', 'shop'].flatMap((site_id) => {
      const who = { ...visit(at), site_id, ip: '203.0.113.9', page_path: '/b' };
      return [ping(at, who), ping(at, who, { event: 'Signup' })];
    }),
  );
});

type Parameters = Record<string, string>;

let callers = 0;
/** For a caller who has sent no wrong key: wrong keys are limited by address. */
const someone = () => `10.0.${callers >> 8}.${callers++ & 255}`;

function get(key: string | undefined, path: string) {
  const headers = { 'X-Forwarded-For': someone(), ...(key && { authorization: `Bearer ${key}` }) };
  return service.request(path, { headers });
}

function ask(
  key: string | undefined,
  { path, parameters }: Pick<RequestableEndpoint, 'path' | 'parameters'>,
  more: Parameters = {},
) {
  const query = new URLSearchParams([...pairsOf({ parameters }), ...Object.entries(more)]);
  return get(key, `/api/v1${path}?${query}`);
}

test.each(everyEndpoint)('$path answers keys with its right, for their sites alone', async (endpoint) => {
  const right = endpoint.kind === 'export' ? 'export' : 'read';
  const own = right === 'read' ? 'reader' : 'exporter';
  const other = right === 'read' ? 'exporter' : 'reader';
  const unauthorized = { status: 401, body: { error: { code: 'unauthorized' } } };
  for (const key of [undefined, 'expired'])
    expect(await ask(key, endpoint, { limit: '0' })).toMatchObject(unauthorized);
  // Whatever the parameters.
  const message = `This key lacks the right ${right}.`;
  const forbidden = { status: 403, body: { error: { code: 'forbidden', message } } };
  for (const [key, more] of [
    [other, {}],
    ['personal', { limit: '0', site_id: '@none' }],
  ] as const)
    expect(await ask(key, endpoint, more)).toMatchObject(forbidden);
  // Those without the right personal get other columns of files.
  for (const key of [own, right === 'read' ? 'everything' : 'impersonal'])
    expect((await ask(key, endpoint)).status).toBe(200);

  const elsewhere = async (site: string) => {
    const here = { ...endpoint, path: endpoint.path.replace(/^\/sites\/blog$/, `/sites/${site}`) };
    const { status, headers, body } = await ask('elsewhere', here, { site_id: site });
    const told = [status, body, headers.get('content-disposition'), headers.get('content-type')];
    return JSON.stringify(told).replaceAll(site, '<site>');
  };
  const secret = await elsewhere('blog');
  expect(secret).toBe(await elsewhere('nothing'));
  expect(secret).not.toContain('203.0.113');
});

const report = (key: string, path: string, parameters: Parameters = {}) => ask(key, { path, parameters });

test.each([
  ['reader', 'blog', ['blog'], 1],
  ['reader', 'shop', [], 0],
  ['reader', 'blog,shop,nothing', ['blog'], 1],
  ['reader', '*', ['blog'], 1],
  ['reader', '@writing', ['blog'], 1],
  ['impersonal', '@writing', ['blog', 'notes'], 2],
  ['everything', '*', ['blog', 'notes', 'shop'], 3],
])('the key %s reads of %s those of its list and of its groups', async (key, site_id, sites, pageviews) => {
  const { body } = await report(key, '/overview', { site_id });
  expect(body).toMatchObject({ meta: { sites }, data: { pageviews } });
});

test('/me tells a key its own name, rights and sites, also while others ask', async () => {
  const names = ['reader', 'everything', key];
  const answers = await Promise.all(names.map((name) => report(name, '/me')));
  expect(answers.map(({ body }) => Object(body).data)).toEqual([
    { name: 'reader', rights: ['read'], sites: ['blog'] },
    { name: 'everything', rights: everyRight, sites: ['*'] },
    { name: 'API_KEY', rights: [...everyRight, 'manage', 'annotate'], sites: ['*'] },
  ]);
});

test('a group without sites of the key is as unknown as any other', async () => {
  const refusal = async (key: string, site_id: string) => {
    const { status, body } = await report(key, '/overview', { site_id });
    return JSON.stringify([status, body]).replaceAll(site_id, '<group>');
  };
  const unknown = await refusal('elsewhere', '@nothing');
  expect(unknown).toMatch(/^\[400,.*invalid_parameter/);
  expect(await refusal('elsewhere', '@writing')).toBe(unknown);
});

test('/sites lists the sites of the key', async () => {
  const listed = async (key: string) => (await report(key, '/sites')).body;
  const known = { site_id: 'blog', name: 'The Blog' };
  expect(await listed('reader')).toMatchObject({ data: [known] });
  expect(await listed('elsewhere')).toMatchObject({ data: [] });
  const others = ['notes', 'shop'].map((site_id) => ({ site_id, name: null }));
  expect(await listed('everything')).toMatchObject({ data: [known, ...others] });
});

test('/sites/{id} has what the file says, and the row of /sites', async () => {
  const { body } = await report('reader', '/sites/blog');
  const { body: list } = await report('reader', '/sites');
  const [row] = Object(list).data;
  expect(Object(body).data).toEqual({
    ...row,
    hosts: [],
    retention_days: null,
    ip_storage: null,
    exclude: { addresses: [], paths: [] },
    query_parameters: [],
    goals: { Read: 'page:/b' },
    funnels: {},
    segments: {},
    questions: {},
    channels,
  });
  for (const [id, data] of [
    // One site in the file without pings, and one with pings that is not in the file.
    ['empty', { site_id: 'empty', pageviews: 0, last_ping_at: null, name: null }],
    ['shop', { site_id: 'shop', pageviews: 1, timezone: null, channels: null }],
    ['notes', { group: 'writing', timezone: 'Europe/Berlin' }],
  ] as const)
    expect(await report('everything', `/sites/${id}`)).toMatchObject({ status: 200, body: { data } });
  for (const id of ['nothing', 'a%20b', '@writing', '*']) {
    expect((await report('everything', `/sites/${id}`)).status).toBe(404);
  }
});

test.each(['csv', 'jsonl'])('without the right personal addresses are empty in %s', async (format) => {
  const sessions = async (key: string) =>
    String((await report(key, '/export/sessions', { format, site_id: 'blog' })).body);
  expect(await sessions('everything')).toContain('203.0.113.9');
  const impersonal = await sessions('impersonal');
  expect(impersonal).not.toContain('203.0.113');
  expect(impersonal.length).toBe((await sessions('everything')).length - '203.0.113.9'.length);
});

test('a goal by its name is that of the file', async () => {
  const named = await report('reader', '/overview', { goal: 'name:Read' });
  const goals = [{ goal: 'name:Read', conversions: 1, converting_visitors: 1 }];
  expect(named.body).toMatchObject({ data: { goals } });
  const { body } = await get('reader', '/api/v1/funnel?step=name:Read&step=event:Signup');
  const steps = ['name:Read', 'event:Signup'];
  expect(body).toMatchObject({ data: steps.map((step) => ({ step, entered: 1 })) });
  const message = 'goal: no site asked for has a goal with the name Read.';
  for (const [key, site_id] of [
    ['elsewhere', 'blog'],
    ['everything', 'shop'],
    ['everything', 'nothing'],
  ] as const) {
    const answer = await report(key, '/overview', { goal: 'name:Read', site_id });
    expect(answer).toMatchObject(refusal('goal', message));
  }
});

test('a key that sends too many requests must wait; others need not', async () => {
  const message = 'This key allows 3 requests a minute. Please try again later.';
  for (let i = 0; i < 3; i++)
    expect((await report('slow', '/overview', { site_id: 'nothing' })).status).toBe(200);
  for (const path of ['/overview', '/export/pages']) {
    const { status, headers, body } = await report('slow', path, { limit: '0' });
    expect([status, headers.get('retry-after')]).toEqual([429, '20']);
    expect(body).toEqual({ error: { code: 'rate_limited', message } });
  }
  expect((await report('everything', '/overview')).status).toBe(200);
});

test('/metrics wants a key that allows everything', async () => {
  const statusOf = async (key: string) => (await get(key, '/metrics')).status;
  const statuses = await Promise.all(['everything', 'reader', 'elsewhere', 'expired', 'wrong'].map(statusOf));
  expect(statuses).toEqual([200, 403, 403, 401, 401]);
});
