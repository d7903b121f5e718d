import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tallyhouse } from '../cli/tallyhouse.ts';
import { hoursAgo, iso, now, ping, visit } from './present.ts';
import { forAllTests, startQueryService } from './query-service.ts';
import { filesOf, hashed } from './service-files.ts';

const keys = [
  { name: 'all', sites: ['*'], rights: ['read', 'manage', 'annotate'] },
  { name: 'writing', sites: ['@writing'], rights: ['read', 'manage'] },
  { name: 'blog', sites: ['blog'], rights: ['read', 'manage'] },
  { name: 'ci', sites: ['blog', 'shop'], rights: ['annotate'] },
  { name: 'reader', sites: ['blog', 'shop'], rights: ['read'] },
];
const files = filesOf({
  SITES_FILE: { sites: { blog: { group: 'writing' }, notes: { group: 'writing' }, shop: {} } },
  KEYS_FILE: { keys: hashed(keys) },
});
const service = forAllTests(() => startQueryService(files.env));
beforeAll(() => service.insert([ping(now - 60_000, visit(now - 60_000), { site_id: 'blog' })]));
beforeEach(() => service.database.client.command({ query: 'truncate table annotations' }));

const ask = (...sent: Parameters<typeof service.call>) => service.call(...sent);
const all = '/manage/v1/annotations';
const note = { at: iso(hoursAgo(2)), text: 'v2.3 released', sites: ['blog'] };
const make = (body: object = {}, key = 'all') => ask(key, 'POST', all, { ...note, ...body });
const textsOf = (rows: readonly { text: string }[]) => rows.map(({ text }) => text);

test('an annotation is made, read at once, replaced and deleted', async () => {
  const at = '2026-11-21T09:15:00.5+01:00';
  const made = await make({ at, text: ' Ä\n☃️ ', until: iso(now), kind: 'release' }, 'ci');
  const { id, ...rest } = made.data;
  const said = { at: '2026-11-21T08:15:00.500Z', until: iso(now), text: 'Ä\n☃️', kind: 'release' };
  expect(rest).toEqual({ ...said, sites: ['blog'], created_at: iso(now), created_by: 'ci' });
  expect([made.status, made.meta]).toEqual([201, { writable: true }]);
  const one = `${all}/${id}`;
  for (const path of [all, '/v1/annotations?site_id=blog'])
    expect((await ask('all', 'GET', path)).data).toEqual([made.data]);
  expect(await ask('all', 'GET', one)).toMatchObject({ status: 200, data: made.data, etag: made.etag });
  const { status, data, etag } = await ask('all', 'PUT', one, { ...note, sites: ['*'] });
  expect([status, data]).toMatchObject([200, { ...note, sites: ['*'], until: null, created_by: 'ci' }]);
  expect(etag).not.toBe(made.etag);
  const stale = await ask('all', 'DELETE', one, undefined, { 'if-match': made.etag });
  expect(stale).toMatchObject({ status: 409, error: { code: 'conflict', current: data }, etag });
  expect((await ask('all', 'DELETE', one)).status).toBe(204);
  for (const method of ['GET', 'DELETE']) expect((await ask('all', method, one)).status).toBe(404);
  expect((await ask('all', 'GET', all)).data).toEqual([]);
});

test('of writers at the same time one has the version that it knows, and without If-Match each writes', async () => {
  const { data, etag } = await make();
  const put = (text: string, headers?: Record<string, string>) =>
    ask('all', 'PUT', `${all}/${data.id}`, { ...note, text }, headers);
  const names = Array.from({ length: 10 }, (_, number) => `n${number}`);
  const race = await Promise.all(names.map((name) => put(name, { 'if-match': etag })));
  const [winner, ...others] = race.sort((one, other) => one.status - other.status);
  expect(winner?.status).toBe(200);
  for (const { status, error } of others) expect([status, error.current]).toEqual([409, winner?.data]);
  for (const { status } of await Promise.all(names.map((name) => put(name)))) expect(status).toBe(200);
  expect((await ask('all', 'GET', all)).meta.total).toBe(1);
});

test.each<[string, object, string?]>([
  ['text', { text: undefined }],
  ['text', { text: ' \n ' }],
  ['text', { text: 'x'.repeat(501) }],
  ['text', { text: 'a\u0000b' }],
  ['at', { at: '2026-11-21' }],
  ['at', { at: '2026-11-21T10:15:00' }],
  ['at', { at: '0001-01-01T00:00:00Z' }],
  ['until', { until: note.at }],
  ['until', { until: 'later' }],
  ['sites', { sites: [] }],
  ['sites', { sites: Array.from({ length: 501 }, (_, id) => `s${id}`) }],
  ['sites.0', { sites: ['a b'] }],
  ['sites', { sites: ['@nothing'] }],
  ['sites', { sites: ['blog', 'blgo'] }],
  ['kind', { kind: 'outage' }],
  ['id', { id: 'x' }, 'unknown_parameter'],
])('a body with a bad %s is a 400: %j', async (parameter, body, code = 'invalid_parameter') => {
  expect(await make(body)).toMatchObject({ status: 400, error: { code, parameter } });
  expect((await ask('all', 'GET', all)).meta.total).toBe(0);
});

test.each<[string, string, string[], number]>([
  ['reader', 'POST', ['blog'], 403],
  ['ci', 'POST', ['blog', 'shop'], 201],
  ['ci', 'POST', ['*'], 403],
  ['ci', 'GET', ['blog'], 403],
  ['ci', 'PUT', ['blog'], 403],
  ['blog', 'POST', ['blog', 'nowhere'], 403],
  ['blog', 'POST', ['@writing'], 403],
  ['blog', 'PUT', ['blog'], 200],
  ['blog', 'PUT', ['blog', 'shop'], 403],
  ['blog', 'DELETE', ['@writing'], 403],
  ['blog', 'DELETE', ['shop'], 404],
  ['blog', 'GET', ['*'], 200],
  ['blog', 'GET', ['notes'], 404],
  ['writing', 'PUT', ['@writing', 'notes'], 200],
  ['writing', 'DELETE', ['blog', 'notes'], 204],
])('the key %s asks %s of one for %j: %d', async (key, method, sites, status) => {
  const { data } = await make({ sites });
  const path = method === 'POST' ? all : `${all}/${data.id}`;
  const mine = { writing: ['notes'] }[key] ?? ['blog'];
  const body = { ...note, sites: method === 'POST' ? sites : mine };
  const sent = method === 'POST' || method === 'PUT' ? body : undefined;
  expect((await ask(key, method, path, sent)).status).toBe(status);
});

test('a key of some sites writes at most 20000 versions, however many of them are deleted', async () => {
  const { id } = (await make()).data;
  const { id: ownId } = (await make({}, 'blog')).data;
  const write = async (createdBy: string, annotation: string, count: number, isDeleted: boolean) =>
    service.database.client.command({
      query: `insert into annotations (annotation_id, version, at, text, sites, site_ids, kind, created_at, created_by, is_deleted)
select ${annotation}, number + 2, now64(3), '', ['blog'], ['blog'], 'note', now64(3), '${createdBy}', ${isDeleted} from numbers(${count})`,
    });
  await write('blog', 'generateUUIDv4()', 19_998, true);
  const last = await make({}, 'blog');
  expect(last.status).toBe(201);
  const full = { status: 409, error: { code: 'conflict' } };
  const message = 'There are already 20000 versions of annotations from this key: this key makes no more.';
  const own = `${all}/${ownId}`;
  expect(await make({}, 'blog')).toMatchObject({ ...full, error: { message } });
  expect(await ask('blog', 'PUT', own, note)).toMatchObject(full);
  expect((await ask('blog', 'DELETE', own)).status).toBe(204);
  // Others, and the operator, go on; and nobody makes endless versions of what another key made.
  for (const key of ['all', 'ci']) expect((await make({}, key)).status).toBe(201);
  expect((await ask('writing', 'PUT', `${all}/${id}`, note)).status).toBe(200);
  await write('all', `toUUID('${id}')`, 20_000, false);
  expect(await ask('writing', 'PUT', `${all}/${id}`, note)).toMatchObject(full);
  expect((await ask('all', 'PUT', `${all}/${id}`, note)).status).toBe(200);
});

test('a path with capitals and a slash at the end needs the same right', async () => {
  expect((await ask('ci', 'POST', '/manage/v1/Annotations/', note)).status).toBe(201);
  expect((await ask('ci', 'GET', `${all}/`)).status).toBe(403);
});

test('the ETag depends on the sites that the key sees', async () => {
  const { data, etag } = await make({ sites: ['blog', 'shop'] });
  const one = await ask('blog', 'GET', `${all}/${data.id}`);
  expect(one).toMatchObject({ data: { sites: ['blog'] }, etag: expect.not.stringContaining(etag) });
});

test('a key sees those of its sites, with these sites alone, in the range that it asks for', async () => {
  for (const [text, sites, at, until] of [
    ['everywhere', ['*'], hoursAgo(5), null],
    ['group', ['@writing', 'shop'], hoursAgo(4), null],
    ['shop', ['shop'], hoursAgo(3), null],
    ['long', ['notes'], hoursAgo(300), hoursAgo(2)],
    ['old', ['blog'], hoursAgo(300), null],
  ] as const)
    await make({ text, sites, at: iso(at), until: until && iso(until) });
  const seen = async (key: string, query: string) => {
    const { data, meta } = await ask(key, 'GET', `/v1/annotations?${query}`);
    expect(meta.total).toBe(data.length);
    return data.map(({ text, sites }: { text: string; sites: string[] }) => `${text}: ${sites}`);
  };
  for (const [key, query, expected] of [
    ['all', 'site_id=*', ['long: notes', 'everywhere: *', 'group: @writing,shop', 'shop: shop']],
    ['all', 'site_id=notes', ['long: notes', 'everywhere: *', 'group: @writing,shop']],
    ['reader', 'site_id=*', ['everywhere: blog,shop', 'group: blog,shop', 'shop: shop']],
    ['blog', 'site_id=blog&period=30d', ['old: blog', 'everywhere: blog', 'group: blog']],
    ['blog', 'site_id=shop', []],
    ['writing', 'site_id=@writing', ['long: notes', 'everywhere: blog,notes', 'group: @writing']],
    ['all', `site_id=shop&start=${iso(hoursAgo(3))}&end=${iso(now)}`, ['shop: shop']],
    ['all', `site_id=shop&start=${iso(hoursAgo(9))}&end=${iso(hoursAgo(4))}`, ['everywhere: *']],
  ] as const)
    expect([query, await seen(key, query)]).toEqual([query, expected]);
});

test('those of one moment are in the order of their ids', async () => {
  const ids = ['00000000-0000-4000-9000-000000000000', '00000000-0000-4001-8000-000000000000'];
  const values = ids.map((id) => ({ ...note, annotation_id: id, version: 1, at: 0, text: id, kind: 'note' }));
  await service.database.client.insert({ table: 'annotations', values, format: 'JSONEachRow' });
  expect(textsOf((await ask('all', 'GET', all)).data)).toEqual(ids);
});

test('many are read by the page', async () => {
  await service.database.client.command({
    query: `insert into annotations (annotation_id, version, at, text, sites, kind, created_by)
      select generateUUIDv4(), 1, toDateTime64('2026-11-20', 3, 'UTC') + number, toString(number), ['blog'], 'note', 'x' from numbers(10000)`,
  });
  for (const path of [all, '/v1/annotations']) {
    const page = await ask('all', 'GET', `${path}?limit=2&offset=9000`);
    expect(textsOf(page.data)).toEqual(['9000', '9001']);
    expect(page.meta).toMatchObject({ limit: 2, offset: 9000, total: 10_000 });
  }
  const most = await ask('all', 'GET', '/v1/annotations?limit=all');
  expect([most.data.length, most.meta.total]).toEqual([1000, 10_000]);
  expect((await ask('all', 'GET', `${all}?limit=101`)).error.parameter).toBe('limit');
  expect((await ask('all', 'POST', `${all}?limit=1`, note)).error.parameter).toBe('limit');
});

test('tallyhouse note makes one, with the key and the address of its environment', async () => {
  const env = { API_KEY: 'ci', PUBLIC_URL: service.url };
  const times = ['--at', '2026-11-21T10:00+01:00', '--until', '2026-11-21T10:05:00+01:00'];
  const run = (...args: string[]) => tallyhouse(['note', 'v2.3 released', ...args], env);
  const out = 'Noted for blog, shop at 2026-11-21T10:00+01:00: v2.3 released\n';
  for (const kind of [['--release'], ['--kind', 'release']])
    expect(await run('--site', 'blog,shop', ...kind, ...times)).toEqual({ code: 0, out, errors: '' });
  const said = { at: '2026-11-21T09:00:00.000Z', until: '2026-11-21T09:05:00.000Z', text: 'v2.3 released' };
  const made = { ...said, sites: ['blog', 'shop'], kind: 'release', created_by: 'ci' };
  expect((await ask('all', 'GET', all)).data).toMatchObject([made, made]);
  expect((await run('--site', 'blog', '--at', 'noon')).errors).toContain('at must be a time with its zone');
  expect((await run('--site', 'blog', '--kind', 'gap')).errors).toContain(
    'kind must be one of note, release',
  );
  expect((await run('--site', 'blog', '--until', '2026-01-01T00:00:00Z')).errors).toContain(
    'until must be after the beginning.',
  );
  expect((await run('--site', '*')).code).toBe(1);
  const cure = '--help shows how it is used.\n';
  const unknown = { code: 2, out: '', errors: `sites names blgo, which does not exist.\n${cure}` };
  expect(await tallyhouse(['note', 'x', '--site', 'blgo'], { ...env, API_KEY: 'all' })).toEqual(unknown);
});

test.each([['note', 'x', '--site', 'blog'], ['mcp']])(
  'tallyhouse %s follows no redirect, which would drop the key',
  async (...args) => {
    const proxy = createServer(({ url }, response) => {
      response.writeHead(307, { Location: service.url + url }).end();
    }).listen(0);
    const TALLYHOUSE_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const env = { API_KEY: 'ci', PUBLIC_URL: TALLYHOUSE_URL, TALLYHOUSE_URL, TALLYHOUSE_KEY: 'all' };
    const { code, errors } = await tallyhouse(args, env);
    expect([code, errors]).toEqual([1, expect.stringContaining('(unexpected redirect)')]);
    proxy.close();
  },
);

test('tallyhouse note, ended by Ctrl-C, blames no service', async () => {
  const silent = createServer(() => program.kill('SIGINT')).listen(0);
  const PUBLIC_URL = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const env = { API_KEY: 'ci', PUBLIC_URL };
  let program: ReturnType<typeof execFile>;
  const ended = await new Promise((resolve) => {
    const args = ['dist/tallyhouse.js', 'note', 'x', '--site', 'blog'];
    program = execFile(process.execPath, args, { env }, (error, out, errors) =>
      resolve([error?.code, out, errors]),
    );
  });
  expect(ended).toEqual([130, '', 'Ended early.\n']);
  silent.close();
});
