import fs from 'node:fs';
import { join } from 'node:path';
import { keyCommand } from '@tallyhouse/sites/key';
import { iso, now, ping, visit } from './present.ts';
import { emptyDatabase, forAllTests, startQueryService, startServiceOn } from './query-service.ts';
import { filesOf, sha256 } from './service-files.ts';

const everyRight = ['read', 'export', 'personal', 'send', 'manage'];
const keys = [
  { name: 'all', sites: ['*'], rights: everyRight },
  { name: 'writing', sites: ['@writing'], rights: ['read', 'manage'] },
  { name: 'shop', sites: ['shop'], rights: ['read', 'manage'] },
  { name: 'gone', sites: ['shop'], rights: ['read', 'manage'] },
  { name: 'ghost', sites: ['ghost'], rights: ['manage'] },
  { name: 'reader', sites: ['*'], rights: ['read', 'export', 'personal', 'send'] },
  { name: 'slow', sites: ['*'], rights: ['manage', 'read'], requests_per_minute: 3 },
];
const keyLines = keys.map(
  ({ name, ...key }) => `  - ${JSON.stringify({ name, sha256: sha256(name), ...key })} # ${name}\n`,
);
const keysText = `# Ours.\nkeys:\n${keyLines.join('')}`;
const sitesText = `accept: any # so far
sites:
  # The first.
  blog: { name:  The Blog, group: writing } # of 2020
  notes:
    group: writing   # too
    hosts:
    - notes.example
    - "*.notes.example"
  shop: {}
  constructor: {}
`;

const files = filesOf({ SITES_FILE: sitesText, KEYS_FILE: keysText });
const { folder } = files;
const { SITES_FILE, KEYS_FILE } = files.env;
const link = join(folder, 'link.yaml');
fs.chmodSync(SITES_FILE, 0o640);
fs.symlinkSync(SITES_FILE, link);
const PUBLIC_URL = 'https://stats.example/';
const service = forAllTests(() =>
  startQueryService({ SITES_FILE: link, KEYS_FILE, PUBLIC_URL, PRIVACY: 'cnil' }),
);
const bare = forAllTests(() => startServiceOn(emptyDatabase()));
beforeAll(() => service.insert([ping(now - 60_000, visit(now - 60_000), { site_id: 'old' })]));
beforeEach(() => {
  for (const file of ['SITES_FILE', 'KEYS_FILE'] as const) files.write(file);
});

const call = (
  key: string,
  method: string,
  path: string,
  ...sent: [body?: unknown, headers?: Record<string, string>]
) => service.call(key, method, `/manage/v1${path}`, ...sent);
const sitesNow = () => files.read('SITES_FILE');
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const keysNow = () => files.read('KEYS_FILE');

test('a site is made, read, replaced and taken away, and reports know at once', async () => {
  const entry = { name: 'Neu: "x"', goals: { Read: 'page:/b' }, exclude: { paths: ['/admin/*'] } };
  const made = await call('all', 'PUT', '/sites/010', entry);
  expect(made).toMatchObject({ status: 201, data: entry, meta: { writable: true } });
  expect(made.etag).toMatch(/^"\S+"$/);
  expect(sitesNow()).toBe(`${sitesText}  "010":
    name: 'Neu: "x"'
    exclude:
      paths: [/admin/*]
    goals:
      Read: page:/b\n`);
  expect(fs.statSync(SITES_FILE).mode & 0o777).toBe(0o640);
  expect(await call('all', 'GET', '/sites/010')).toMatchObject({ status: 200, data: entry, etag: made.etag });
  expect(await service.data('/sites/010')).toMatchObject({ name: 'Neu: "x"' });
  const again = await call('all', 'PUT', '/sites/010', { goals: entry.goals });
  expect([again.status, again.etag === made.etag]).toEqual([200, false]);
  expect((await call('all', 'DELETE', '/sites/010')).status).toBe(204);
  expect(sitesNow()).toBe(sitesText);
  expect((await service.report('/sites/010')).status).toBe(404);
  for (const method of ['GET', 'DELETE']) expect((await call('all', method, '/sites/010')).status).toBe(404);
});

test.each<[string, string, string, string, number]>([
  ['PUT', 'blog', 'if-match', '<tag>', 200],
  ['PUT', 'blog', 'if-match', '"x", <tag>', 200],
  ['PUT', 'blog', 'if-match', '*', 200],
  ['PUT', 'blog', 'if-match', '"x"', 409],
  ['PUT', 'blog', 'if-match', 'W/<tag>', 409],
  ['PUT', 'blog', 'if-none-match', '*', 409],
  ['PUT', 'blog', 'if-none-match', '<tag>', 409],
  ['PUT', 'new', 'if-none-match', '*', 201],
  ['PUT', 'new', 'if-match', '*', 409],
  ['DELETE', 'blog', 'if-match', '"x"', 409],
  ['DELETE', 'blog', 'if-match', '<tag>', 204],
  ['DELETE', 'new', 'if-match', '"x"', 404],
])('%s /sites/%s with %s: %s is a %d', async (method, id, name, text, status) => {
  const { data, etag } = await call('all', 'GET', `/sites/${id}`);
  const headers = { [name]: text.replace('<tag>', etag) };
  const answer = await call('all', method, `/sites/${id}`, method === 'PUT' ? {} : undefined, headers);
  expect(answer.status).toBe(status);
  if (status !== 409) return;
  const message = {
    'if-match': data
      ? 'If-Match does not name the current version: read it again.'
      : 'If-Match names a version, but there is none: leave If-Match out to create it.',
    'if-none-match': 'If-None-Match names the current version, so nothing was changed.',
  }[name];
  expect(answer).toMatchObject({ error: { code: 'conflict', message, current: data ?? null }, etag });
  expect(sitesNow()).toBe(sitesText);
});

const key = { name: 'x', sites: ['blog'], rights: ['read'] };
test.each<[string, unknown, string, string?]>([
  ['PUT /sites/blog', '{', 'invalid_body'],
  ['PUT /sites/blog', [], 'invalid_body'],
  ['PUT /sites/blog', 'null', 'invalid_body'],
  ['PUT /sites/blog', undefined, 'invalid_body'],
  ['PUT /sites/blog', '{"goals":{"__proto__":"event:A"}}', 'invalid_body'],
  ['PUT /sites/blog', '{"name":"\\ud800"}', 'invalid_body'],
  ['PUT /sites/blog', { id: 'blog' }, 'unknown_parameter', 'id'],
  ['PUT /sites/blog', { exclude: { ips: [] } }, 'unknown_parameter', 'exclude.ips'],
  ['PUT /sites/blog', { name: null }, 'invalid_parameter', 'name'],
  ['PUT /sites/blog', { goals: { Read: 'x' } }, 'invalid_parameter', 'goals.Read'],
  ['PUT /sites/blog', { hosts: 'blog.example' }, 'invalid_parameter', 'hosts'],
  [
    'PUT /sites/blog',
    { query_parameters: [...Array(51).keys()].map(String) },
    'invalid_parameter',
    'query_parameters',
  ],
  ['PUT /sites/a%20b', {}, 'invalid_parameter', 'id'],
  ['PUT /sites/__proto__', {}, 'invalid_parameter', 'id'],
  ['PUT /sites/blog?limit=1', {}, 'unknown_parameter', 'limit'],
  ['PUT /sites/%zz', {}, 'invalid_parameter'],
  ['POST /keys', {}, 'invalid_parameter', 'name'],
  ['POST /keys', { ...key, sha256: sha256('x') }, 'unknown_parameter', 'sha256'],
  ['POST /keys', { ...key, rights: ['write'] }, 'invalid_parameter', 'rights.0'],
  ['POST /keys', { ...key, expires: iso(now) }, 'invalid_parameter', 'expires'],
  ['POST /keys', { ...key, sites: ['blog', 'nothing'] }, 'invalid_parameter', 'sites'],
  ['POST /keys', { ...key, sites: ['@nothing'] }, 'invalid_parameter', 'sites'],
])('%s with %j is a 400 with the code %s', async (...row) => {
  const [request, body, code, parameter] = row;
  const [method = '', path = ''] = request.split(' ');
  const { status, error } = await call('all', method, path, body);
  expect({ status, error }).toEqual({
    status: 400,
    // None of zod's own words.
    error: { code, message: expect.not.stringContaining('Invalid'), ...(parameter && { parameter }) },
  });
  expect([sitesNow(), keysNow()]).toEqual([sitesText, keysText]);
});

test.each<[string, unknown]>([
  ['ip_storage', 'full'],
  ['retention_days', 761],
  ['channels', [{ name: 'A', source: Array(23).fill('\uffff'.repeat(500)) }]],
])('%s with a value that the file as a whole forbids is a 400 that names it', async (member, value) => {
  const { status, error } = await call('all', 'PUT', '/sites/blog', { [member]: value });
  expect([status, error]).toMatchObject([400, { code: 'invalid_parameter', parameter: member }]);
  expect(error.message).toMatch(new RegExp(`^${member} (\\S+ contradicts PRIVACY=cnil|must have at most)`));
  expect(sitesNow()).toBe(sitesText);
});

test.each([
  ['text/plain', '{}', 415],
  ['application/json; charset=utf-8', '{}', 200],
  ['application/json', `{"name":"${'x'.repeat(1024 * 1024)}"}`, 413],
])('a body of type %s', async (type, body, status) => {
  expect((await call('all', 'PUT', '/sites/blog', body, { 'content-type': type })).status).toBe(status);
});

const wrong = { x: 1 };
test.each<[string, string, unknown, number, string?]>([
  ['reader', 'GET /sites/blog', undefined, 403],
  ['reader', 'PUT /sites/%zz?x=1', '{', 403],
  ['reader', 'GET /nothing', undefined, 403],
  ['nobody', 'PUT /sites/blog', wrong, 401],
  ['all', 'GET /nothing', undefined, 404],
  ['all', 'GET /sites', undefined, 404],
  ['all', 'POST /sites/blog', {}, 405],
  ['all', 'PATCH /keys/all', {}, 405],
  ['writing', 'GET /sites/blog', undefined, 200],
  ['all', 'GET /sites/constructor', undefined, 200],
  ['all', 'GET /sites/toString', undefined, 404],
  ['shop', 'GET /sites/blog', undefined, 404],
  ['shop', 'GET /sites/nothing', undefined, 404],
  ['shop', 'DELETE /sites/blog', undefined, 404],
  ['shop', 'PUT /sites/blog', {}, 403],
  ['shop', 'PUT /sites/nothing', {}, 403],
  ['writing', 'PUT /sites/new', { group: 'writing' }, 403],
  ['shop', 'PUT /sites/shop', { group: 'writing' }, 403, 'group'],
  ['shop', 'PUT /sites/shop', { group: 'own' }, 403, 'group'],
  ['writing', 'PUT /sites/blog', { group: 'writing' }, 200],
  ['writing', 'PUT /sites/blog', {}, 200],
  ['all', 'PUT /sites/shop', { group: 'writing' }, 200],
  ['shop', 'PUT /sites/shop', { hosts: ['shop.example', 'NOTES.example:443'] }, 403, 'hosts'],
  ['shop', 'PUT /sites/shop', { hosts: ['www.notes.example'] }, 403, 'hosts'],
  ['shop', 'PUT /sites/shop', { hosts: ['*.notes.example'] }, 403, 'hosts'],
  ['shop', 'PUT /sites/shop', { hosts: ['*.www.notes.example'] }, 403, 'hosts'],
  ['shop', 'PUT /sites/shop', { hosts: ['shop.example', 'othernotes.example'] }, 200],
  ['writing', 'PUT /sites/blog', { hosts: ['www.notes.example'] }, 200],
  ['all', 'PUT /sites/shop', { hosts: ['www.notes.example'] }, 200],
  ['writing', 'GET /keys/shop', undefined, 404],
  ['shop', 'GET /keys/shop', undefined, 200],
  ['shop', 'DELETE /keys/all', undefined, 404],
  ['shop', 'POST /keys', key, 403, 'sites'],
  ['shop', 'POST /keys', { ...key, sites: ['nothing'] }, 403, 'sites'],
  ['shop', 'POST /keys', { ...key, sites: ['*'] }, 403, 'sites'],
  ['shop', 'POST /keys', { ...key, sites: ['@writing'] }, 403, 'sites'],
  ['shop', 'POST /keys', { ...key, sites: ['shop'], rights: ['send'] }, 403, 'rights'],
  ['ghost', 'POST /keys', { ...key, sites: ['ghost'], rights: ['manage'] }, 400, 'sites'],
  ['all', 'POST /keys', { ...key, name: 'shop' }, 409, 'name'],
  ['all', 'POST /keys', { ...key, name: 'API_KEY' }, 409, 'name'],
  ['writing', 'POST /keys', { ...key, sites: ['@writing', 'notes'] }, 201],
  ['all', 'POST /keys', { ...key, sites: ['old', '*', '@writing'], rights: everyRight }, 201],
])('the key %s asks %s with %j: %d', async (...row) => {
  const [name, request, body, status, parameter] = row;
  const [method = '', path = ''] = request.split(' ');
  const answer = await call(name, method, path, body);
  expect([answer.status, answer.error?.parameter]).toEqual([status, parameter]);
  if (answer.status >= 400) expect([sitesNow(), keysNow()]).toEqual([sitesText, keysText]);
});

test('a host of another site that somebody with more rights gave to a site stays there', async () => {
  const entry = { hosts: ['www.notes.example'] };
  await call('all', 'PUT', '/sites/shop', entry);
  expect((await call('shop', 'PUT', '/sites/shop', { ...entry, name: 'Shop' })).status).toBe(200);
  const { error } = await call('shop', 'PUT', '/sites/shop', { hosts: [...entry.hosts, 'notes.example'] });
  const message = 'This key is not for the site of notes.example.';
  expect(error).toEqual({ code: 'forbidden', message, parameter: 'hosts' });
});

test('a key counts its requests, makes keys with no higher limit, and says which methods there are', async () => {
  const { data } = await call('slow', 'POST', '/keys', key);
  expect([data.requests_per_minute, keysNow()]).toEqual([
    3,
    expect.stringMatching(/requests_per_minute: 3\n$/),
  ]);
  const { error } = await call('slow', 'POST', '/keys', { ...key, name: 'y', requests_per_minute: 4 });
  expect(error).toMatchObject({ code: 'forbidden', parameter: 'requests_per_minute' });
  expect((await call('slow', 'PATCH', '/keys/all')).allow).toBe('GET, HEAD, DELETE');
  expect((await call('slow', 'GET', '/nothing')).status).toBe(429);
});

test('a key is made, used, seen by those who have its sites, and taken away', async () => {
  const wanted = { name: 'für Ä/ö', sites: ['blog'], rights: ['read', 'manage'], expires: iso(now + 1) };
  const body = { ...wanted, sites: ['blog', 'blog'] };
  const { status, data, etag } = await call('writing', 'POST', '/keys', body);
  const { key: made, url, ...row } = data;
  expect([status, url]).toEqual([201, `https://stats.example/#key=${made}`]);
  expect(row).toEqual({ ...wanted, requests_per_minute: null, last_used_at: null });
  expect(keysNow()).toBe(`${keysText}  - name: für Ä/ö
    sha256: ${sha256(made)}
    sites: [blog]
    rights: [read, manage]
    expires: ${iso(now + 1)}\n`);
  const path = `/keys/${encodeURIComponent(wanted.name)}`;
  const used = { ...row, last_used_at: iso(now).slice(0, 10) };
  const named = async (asking: string) => namesOf((await call(asking, 'GET', '/keys')).data);
  expect(await named(made)).toEqual([wanted.name]);
  expect(await call('writing', 'GET', path)).toMatchObject({ status: 200, data: used, etag });
  expect(await named('all')).toEqual([...namesOf(keys), wanted.name]);
  expect(await named('writing')).toEqual(['writing', wanted.name]);
  const longer = { name: 'longer', sites: ['blog'], rights: ['read'], expires: iso(now + 2) };
  for (const more of [longer, { ...longer, expires: undefined }]) {
    const { error } = await call(made, 'POST', '/keys', more);
    expect(error).toMatchObject({ code: 'forbidden', parameter: 'expires' });
  }
  const stale = await call(made, 'DELETE', path, undefined, { 'if-match': '"x"' });
  expect(stale.error).toMatchObject({ code: 'conflict', current: used });
  expect((await call(made, 'DELETE', path)).status).toBe(204);
  expect((await call(made, 'GET', path)).status).toBe(401);
  expect(keysNow()).toBe(keysText);
});

test('a key makes at most 1000 keys for its sites, and the operator as many as there is need for', async () => {
  const many = Array.from({ length: 998 }, (_, number) => {
    const name = `made ${number}`;
    return `  - ${JSON.stringify({ name, sha256: sha256(name), sites: ['notes'], rights: ['read'] })}\n`;
  });
  files.write('KEYS_FILE', keysText + many.join(''));
  const make = (key: string, name: string, site: string) =>
    call(key, 'POST', '/keys', { name, sites: [site], rights: ['read'] });
  expect((await make('writing', 'last', 'blog')).status).toBe(201);
  const message = 'There are already 1000 keys for these sites: this key makes no more.';
  const full = { status: 409, error: { code: 'conflict', message } };
  expect(await make('writing', 'one more', 'blog')).toMatchObject(full);
  for (const [key, site] of [
    ['shop', 'shop'],
    ['all', 'blog'],
  ] as const)
    expect((await make(key, `of ${key}`, site)).status).toBe(201);
  for (const name of ['last', 'of all'])
    expect((await call('writing', 'DELETE', `/keys/${name}`)).status).toBe(204);
  expect((await make('writing', 'one more', 'blog')).status).toBe(201);
});

test('a key that another process has just taken away makes none, and takes none away', async () => {
  const left = keysText.replace(/.*"gone".*\n/, '');
  files.write('KEYS_FILE', left);
  for (const [method, path] of [
    ['POST', '/keys'],
    ['DELETE', '/keys/gone'],
  ] as const)
    expect((await call('gone', method, path, { ...key, sites: ['shop'] })).status).toBe(401);
  expect(keysNow()).toBe(left);
});

test('of writers at the same time the second sees what the first wrote, and none is lost', async () => {
  const { etag } = await call('all', 'GET', '/sites/shop');
  const race = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => call('all', 'PUT', '/sites/shop', { name }, { 'if-match': etag })),
  );
  const [winner, ...others] = race.sort((one, other) => one.status - other.status);
  expect(winner?.status).toBe(200);
  for (const { status, error } of others) expect([status, error.current]).toEqual([409, winner?.data]);
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(
    names.flatMap((name) => [
      call('all', 'POST', '/keys', { ...key, name: `${name}1` }),
      keyCommand(['add', '--name', `${name}2`, '--sites', 'blog', '--file', KEYS_FILE], {}),
    ]),
  );
  const { data } = await call('all', 'GET', '/keys');
  const added = names.flatMap((name) => [`${name}1`, `${name}2`]);
  expect(namesOf(data).sort()).toEqual([...namesOf(keys), ...added].sort());
});

test('a file that is refused at that moment is a 409 that says so, and stays', async () => {
  const broken = sitesText.replace('shop: {}', 'shop: { host: x }');
  fs.writeFileSync(SITES_FILE, broken);
  const message = `${link} is refused as a whole:\n  ${link}:10: sites.shop.host: is not known here`;
  for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const)
    expect((await call('all', method, '/sites/blog', body)).error).toEqual({ code: 'conflict', message });
  // Text written by others stays.
  const told = (await call('shop', 'PUT', '/sites/shop', {})).error.message;
  expect(told).toBe(`${link} has an error: the operator has to correct it first.`);
  expect(sitesNow()).toBe(broken);
  expect((await call('writing', 'POST', '/keys', { ...key, sites: ['notes'] })).status).toBe(201);
  expect((await call('writing', 'DELETE', '/keys/x')).status).toBe(204);
  const aliased = 'sites: { a: &a { hosts: &h [x] }, b: { hosts: *h } }';
  fs.writeFileSync(SITES_FILE, aliased);
  expect((await call('all', 'PUT', '/sites/a', {})).error.message).toContain('please edit it');
  expect(sitesNow()).toBe(aliased);
});

test.each([
  ['the file', SITES_FILE, 'it is read-only'],
  ['its folder', folder, `the folder ${folder} is read-only`],
])('where nobody may write %s, nothing is changed', async (_name, place, reason) => {
  const { mode } = fs.statSync(place);
  fs.chmodSync(place, mode & 0o555);
  const message = `${link} cannot be changed here: ${reason}.`;
  for (const method of ['PUT', 'DELETE']) {
    const answer = await call('all', method, '/sites/blog', '{');
    expect([answer.allow, answer.error]).toEqual(['GET, HEAD', { code: 'method_not_allowed', message }]);
  }
  const meta = { writable: false, reason: message, path: link };
  expect(await call('all', 'GET', '/sites/blog')).toMatchObject({ status: 200, meta });
  expect(await call('all', 'GET', '/sites/nothing')).toMatchObject({ status: 404, meta });
  fs.chmodSync(place, mode);
});

test('without files there is nothing to manage', async () => {
  const headers = { authorization: 'Bearer the-key-of-the-tests' };
  const ask = (path: string, method: string) => bare.request(`/api/manage/v1${path}`, { method, headers });
  const message = 'The keys file cannot be changed here: KEYS_FILE is not set.';
  expect((await ask('/keys', 'GET')).body).toEqual({ meta: { writable: false, reason: message }, data: [] });
  expect((await ask('/sites/blog', 'GET')).status).toBe(404);
  expect(await ask('/keys', 'POST')).toMatchObject({ status: 405, body: { error: { message } } });
});
