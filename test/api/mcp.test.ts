import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readView } from '@tallyhouse/dashboard/url/view';
import { endpoints } from '@tallyhouse/query/endpoints';
import { eventually } from '../harness/eventually.ts';
import { scrape } from '../operations/exposition.ts';
import { everyEndpoint } from './every-endpoint.ts';
import { hoursAgo, key, seen } from './present.ts';
import {
  emptyDatabase,
  forAllTests,
  startDashboardService,
  startServiceOn,
  startServiceWithSql,
} from './query-service.ts';
import { filesOf, hashed } from './service-files.ts';

/** Reports as tools for assistants: the same as over HTTP. */

const ofBlog = { sites: ['blog'], rights: ['read'] };
const keys = [
  { ...ofBlog, name: 'reader' },
  { ...ofBlog, name: 'exporter', rights: ['export'] },
  { ...ofBlog, name: 'slow', requests_per_minute: 2 },
];
const files = filesOf({
  KEYS_FILE: { keys: hashed(keys) },
  SITES_FILE: { sites: { blog: { goals: { Joined: 'event:Signup;page:/b' } } } },
});

const service = forAllTests(() =>
  startDashboardService({ ...files.env, PUBLIC_URL: 'https://stats.example/', QUERY_CONCURRENCY: '100' }),
);
const eras = ['2026-07-28', '2025-11-25'];

beforeAll(() =>
  service.insert([
    seen(hoursAgo(30), { page_path: '/b', country: 'NL', utm_campaign: 'Spring', source: 'Google' }),
    seen(hoursAgo(2), { page_path: '/b', event: 'Signup', props: { plan: 'pro' } }),
    seen(hoursAgo(2), { page_path: '/', page_title: 'Home' }),
    ...Array.from({ length: 100 }, (_, index) =>
      seen(hoursAgo(1), { site_id: 'long', page_path: `/${index}/${'x'.repeat(900)}` }),
    ),
  ]),
);

const negotiation = (era: string) => ({
  versionNegotiation: { mode: era === eras[0] ? ({ pin: era } as const) : ('legacy' as const) },
});

async function connected(era = '2026-07-28', sent = key, { url } = service): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, negotiation(era));
  const requestInit = { headers: { authorization: `Bearer ${sent}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

/** The fields of a tool's result, once its two forms agree. */
async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  return { isError: isError === true, ...Object(structuredContent) };
}

/** The tools' names for parameters in the path. */
const inPath = [
  ['/pages/%2Fb/engagement', 'page_engagement', { page: '/b' }],
  ['/events/Signup/properties', 'event_properties', { event: 'Signup' }],
  ['/sites/blog', 'site', { site: 'blog' }],
] as const;

const reports = everyEndpoint
  .filter(({ kind }) => kind === 'report')
  .map(({ path, parameters }) => {
    const plain = path.slice(1).replaceAll('-', '_');
    const [, name = plain, named] = inPath.find(([of]) => of === path) ?? [];
    return { path, parameters, name, given: { ...parameters, ...named } };
  });

describe.each(eras)('in revision %s', (era) => {
  let client: Client;
  beforeAll(async () => {
    client = await connected(era);
  });
  afterAll(() => client.close());

  test('the tools are the reports, with their parameters', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(reports.map(({ name }) => name).sort());
    for (const { annotations, inputSchema, description } of tools) {
      expect([annotations?.readOnlyHint, inputSchema['additionalProperties']]).toEqual([true, false]);
      const { parameters = {} } = endpoints.find((one) => one.description === description) ?? {};
      expect(Object.keys(inputSchema.properties ?? {})).toHaveLength(Object.keys(parameters).length);
    }
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(100_000);
    // An encoded path would be another page, without views.
    expect(JSON.stringify(tools)).not.toMatch(/%2F|encoded/i);
  });

  test.each(reports)('$name answers as $path does', async ({ path, parameters, name, given }) => {
    const { isError, data, meta, dashboard_url } = await call(client, name, given);
    const { body } = await service.report(path, parameters);
    expect([isError, { data, meta }]).toEqual([false, body]);
    expect(readView(new URL(dashboard_url).search, 'UTC').wrong).toEqual([]);
  });

  test('an unknown tool is an error of the protocol', () =>
    expect(client.callTool({ name: 'export_pages' })).rejects.toMatchObject({ code: -32602 }));
});

const lately = { period: '3h', filter: ['country:NL'] };
const compared = { start: '2026-11-10', end: '2026-11-11', compare: '2026-11-01/2026-11-02' };
const asked = { dimensions: 'source', metrics: 'visits' };
const explored = 'dimensions=source&metrics=visits';
const joined = 'event%3ASignup%3Bpage%3A%2Fb';

test.each([
  ['overview', { period: '30d', timezone: 'Europe/Berlin' }, '30d&tz=Europe%2FBerlin'],
  ['sites', { limit: 1 }, '?period=7d&tz=UTC'],
  ['sources', { start: '2026-11-01', end: '2026-11-07' }, '2026-11-01_2026-11-07&tz=UTC&detail=source'],
  ['pages', lately, '2026-11-21_2026-11-21&tz=UTC&filter=country%3ANL&detail=page'],
  ['page_engagement', { page: 'b' }, '7d&tz=UTC&page=%2Fb'],
  ['sites', { site_id: '*' }, '?period=7d&tz=UTC'],
  ['sites', { filter: ['country:NL'], goal: ['event:Signup'] }, '?period=7d&tz=UTC'],
  ['sources', { site_id: 'blog,long' }, '?site=*&period=7d&tz=UTC&detail=source'],
  ['crawlers', { filter: ['country:NL', 'page:/b'] }, '7d&tz=UTC&report=crawlers&crawl=page%3A%2Fb'],
  ['overview', { period: '12mo' }, '2025-11-21_2026-11-21&tz=UTC'],
  ['overview', { site_id: '*', filter: ['site:long'] }, '?site=long&period=7d&tz=UTC'],
  ['insights', compared, '2026-11-10_2026-11-11&tz=UTC&compare=2026-11-01_2026-11-02'],
  // The dashboard begins with 1990.
  ['overview', { start: '1970-01-01', end: '2026-11-21' }, '1990-01-01_2026-11-21&tz=UTC'],
  [
    'insights',
    { ...compared, compare: '1985-01-01/1995-12-31' },
    '2026-11-10_2026-11-11&tz=UTC&compare=1990-01-01_1995-12-31',
  ],
  // Nothing is compared there, so it has no change to sort by.
  ['query', { ...asked, sort: 'rising', compare: 'previous' }, `7d&tz=UTC&report=explore&${explored}`],
  ['query', { ...asked, sort: 'visits' }, `7d&tz=UTC&report=explore&${explored}&sort=visits`],
  // The dashboard knows no names of goals.
  ['overview', { goal: ['name:Joined'] }, `7d&tz=UTC&goal=${joined}`],
  ['funnel', { step: ['page:/', 'name:Joined'] }, `7d&tz=UTC&report=funnel&step=page%3A%2F&step=${joined}`],
  ['journeys', { from: 'name:Joined' }, `7d&tz=UTC&report=journeys&from=${joined}`],
])('%s of %o is shown at %s', async (name, given, shown) => {
  const search = shown.startsWith('?') ? shown : `?site=blog&period=${shown}`;
  const { dashboard_url } = await call(await connected(), name, given);
  expect(dashboard_url).toBe(`https://stats.example/${search}`);
  expect(readView(search, 'UTC').wrong).toEqual([]);
});

const tooLarge = 'payload_too_large';
const manyBuckets = { period: '100d', granularity: 'hour' };
// ClickHouse would not take them as a parameter.
const longFilter = { filter: [`source:${'日'.repeat(1900)}${`|${'日'.repeat(1900)}`.repeat(7)}`] };

test.each<[string, Record<string, unknown>, string, string?]>([
  ['pageviews_over_time', { period: '10y', granularity: 'hour' }, 'granularity'],
  ['overview', { secret: 1 }, 'secret', 'unknown_parameter'],
  ['overview', { site_id: { id: 'blog' } }, 'site_id'],
  ['overview', { filter: [7] }, 'filter'],
  ['overview', { limit: 101 }, 'limit'],
  ['page_engagement', {}, 'page'],
  ['event_properties', { event: 'x'.repeat(121) }, 'event'],
  ['digest', { format: 'html' }, 'format'],
  ['pages', { site_id: 'long', limit: 100 }, 'limit', tooLarge],
  ['pageviews_over_time', manyBuckets, 'granularity', tooLarge],
  ['overview', longFilter, 'filter', tooLarge],
])('%s refuses %o', async (name, given, parameter, code = 'invalid_parameter') => {
  const message =
    code === 'unknown_parameter' ? 'There is no argument "secret". The arguments are site_id' : ' ';
  const error = { code, parameter, message: expect.stringContaining(message) };
  expect(await call(await connected(), name, given)).toEqual({ isError: true, error });
});

test('a key reads its own sites alone, and each call is one of its requests of a minute', async () => {
  const reader = await connected('2026-07-28', 'reader');
  const { body } = await service.request('/api/v1/overview?site_id=*', {
    headers: { authorization: 'Bearer reader' },
  });
  const { data, meta } = await call(reader, 'overview', { site_id: '*' });
  expect({ data, meta }).toEqual(body);
  expect(meta.sites).toEqual(['blog']);
  expect(await call(reader, 'site', { site: 'long' })).toMatchObject({ error: { code: 'not_found' } });
  const slow = await connected('2026-07-28', 'slow');
  await slow.listTools();
  const codes = [];
  for (let i = 0; i < 3; i++) codes.push((await call(slow, 'me')).error?.code);
  expect(codes).toEqual([undefined, undefined, 'rate_limited']);
});

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const post = (body: string, headers: Record<string, string> = {}, method = 'POST') =>
  service.request('/mcp', {
    method,
    headers: { authorization: `Bearer ${key}`, ...json, ...headers },
    ...(method === 'POST' && { body }),
  });
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

test.each([
  ['no JSON', 400, ['{'], { code: -32700 }],
  ['no JSON-RPC', 400, ['{"a":1}'], {}],
  ['1 MB', 413, [JSON.stringify('x'.repeat(1e6))], { code: 'payload_too_large' }],
  ['another type', 415, [list, { 'content-type': 'text/plain' }], {}],
  ['an unknown revision', 400, [list, { 'mcp-protocol-version': '2024-01-01' }], { code: -32022 }],
  ['GET', 405, ['', {}, 'GET'], { code: 'method_not_allowed' }],
  ['DELETE', 405, ['', {}, 'DELETE'], { code: 'method_not_allowed' }],
  ['a key without read', 403, [list, { authorization: 'Bearer exporter' }], { code: 'forbidden' }],
  ['a wrong key', 401, [list, { authorization: 'Bearer nobody-knows-it' }], { code: 'unauthorized' }],
] as const)('%s is refused with %d', async (_, status, [body, headers, method], error) => {
  const answer = await post(body, headers, method);
  expect(answer).toMatchObject({ status, body: { error } });
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
});

const endless = 'select sleepEachRow(0.05) from numbers(100000) settings max_block_size = 1';
const sampleOf = async (url: string, series: string) =>
  (await scrape(url)).samples.get(`tallyhouse_query_${series}`);

test('a call has the place, the limit and the metrics of a report, and ends with its caller', async () => {
  const slow = await startServiceWithSql(() => endless, { QUERY_CONCURRENCY: '1', QUERY_MAX_SECONDS: '60' });
  const client = await connected('2026-07-28', key, { ...service, url: slow.url });
  const leaving = new AbortController();
  const running = client.callTool({ name: 'overview' }, { signal: leaving.signal }).catch(() => 'left');
  await eventually(() => sampleOf(slow.url, 'concurrent_requests{kind="report",state="working"}'), 1);
  const { error } = await call(client, 'overview');
  expect(error.code).toBe('unavailable');
  leaving.abort();
  expect(await running).toBe('left');
  // Its slot is free again once the query has ended.
  expect((await slow.report('/me')).status).toBe(200);
  expect(await sampleOf(slow.url, 'tool_calls_total{endpoint="/overview",status="503"}')).toBe(1);
  await slow.stop();
});

test('tallyhouse mcp passes requests on, in both eras', async () => {
  for (const era of eras) {
    const client = new Client({ name: 'test', version: '1' }, negotiation(era));
    const env = { PATH: process.env['PATH'] ?? '', TALLYHOUSE_URL: service.url, TALLYHOUSE_KEY: 'reader' };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: ['dist/tallyhouse.js', 'mcp'], env }),
    );
    const direct = await connected(era, 'reader');
    expect(client.getInstructions()).toBe(direct.getInstructions());
    expect(await client.listTools()).toEqual(await direct.listTools());
    for (const given of [{}, { period: 'x' }])
      expect(await call(client, 'pages', given)).toEqual(await call(direct, 'pages', given));
    for (const name of ['nothing', '日本'])
      await expect(client.callTool({ name })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  }
});

test('/llms.txt names what an assistant can use, and MCP=0 leaves /mcp out', async () => {
  const { status, body } = await service.request('/llms.txt');
  expect([status, body]).toEqual([200, expect.stringMatching(/\/docs.*\/openapi\.json.*\/mcp/s)]);
  const without = await startServiceOn(emptyDatabase(), { MCP: '0' });
  expect((await without.request('/llms.txt')).body).not.toContain('/mcp');
  const headers = { authorization: `Bearer ${key}`, ...json };
  expect((await without.request('/mcp', { method: 'POST', headers, body: list })).status).toBe(404);
  await without.stop();
});
