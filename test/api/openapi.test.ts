import { pingFields } from '@tallyhouse/ping';
import { defineEndpoint } from '@tallyhouse/query/endpoint';
import { endpoints } from '@tallyhouse/query/endpoints';
import { describeApi, describeService } from '@tallyhouse/query/openapi';
import { commonParameters } from '@tallyhouse/query/parameters';
import { z } from 'zod';
import { apiKey, ingestOfFile, still } from '../../apps/ingest/src/ingest-under-test.ts';
import { sections } from '../../packages/dashboard/src/definitions/sections.ts';
import { ran } from '../harness/ran.ts';
import { Description } from './described.ts';
import { meta } from './meta.ts';
import { key, now } from './present.ts';
import { emptyDatabase, forAllTests, startServiceOn } from './query-service.ts';

/** Generated once, because it takes so long on a busy machine that connections close. */
const api = describeApi(endpoints);

const tracker = { ingestUrl: 'http://127.0.0.1:3001', trackerPath: '/tracker.js', pingPath: '/api/ping' };

const service = forAllTests(() => startServiceOn(emptyDatabase()));
const ingest = ingestOfFile({}, still(now));

test('the description is served without a key, as JSON', async () => {
  const { status, headers, body } = await service.request('/openapi.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const components = { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } };
  expect(body).toMatchObject({ openapi: '3.1.0', security: [{ key: [] }], components });
  expect(body).toEqual(JSON.parse(JSON.stringify(describeService(api, tracker))));
});

test('the page shows every endpoint and parameter, and loads only the font of the dashboard, to which it leads back', async () => {
  const { status, headers, body } = await service.request('/docs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  // A path may break before its slashes.
  const page = String(body).replaceAll('<wbr>', '');
  const { paths, components } = api;
  for (const path of Object.keys(paths)) expect(page).toContain(`<h3>GET ${path}</h3>`);
  for (const name of Object.keys(components.parameters)) expect(page).toContain(`<code>${name}</code>`);
  expect(page).toContain('returning_visitor_percentage');
  expect(page).not.toMatch(/<script |<link|<img|src=|https?:\/\/(?!127|blog\.example)/);
  expect(page).not.toContain('{{');
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-.{44}'; script-src 'sha256-.{44}'; connect-src 'self'; font-src 'self'; base-uri/,
  );
  const [, font = ''] = /url\("(assets\/inter-[^"]+)"\)/.exec(page) ?? [];
  expect((await service.request(`/${font}`)).headers.get('content-type')).toBe('font/woff2');
  expect(page).toContain('<a href="./">Back to the dashboard</a>');
  const ids = Object.values(sections);
  expect(ids.filter((id) => !page.includes(`<section id="${id}">`))).toEqual([]);
});

test('the address of each example on the page is answered', async () => {
  const { body } = await service.request('/docs');
  const shown = [...String(body).matchAll(/data-address="([^"]+)"/g)];
  const addresses = shown.map(([, address = '']) => address.replaceAll('&#38;', '&'));
  expect(addresses).toHaveLength(endpoints.filter(({ kind }) => kind === 'report').length);
  for (const address of addresses) {
    const { status } = await service.request(address, { headers: { authorization: `Bearer ${key}` } });
    // No site exists yet.
    expect([address, status]).toEqual([address, address.startsWith('/api/v1/sites/') ? 404 : 200]);
  }
});

test('the examples of ingest on the page are stored', async () => {
  const { body } = await service.request('/docs');
  const text = String(body).replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  const shown = [...text.matchAll(/<code class="example">(curl [^<]*http:[^<]*)/g)];
  for (const [, command = ''] of shown) {
    const sent = command.replace(tracker.ingestUrl, ingest.url);
    expect(await ran(['sh', '-c', sent], { env: { API_KEY: apiKey } })).toMatchObject({ code: 0 });
  }
  expect(ingest.column('drop_reason')).toEqual(['', '']);
  expect(ingest.crawls()).toMatchObject([{ page_path: '/bread' }]);
});

test('every endpoint is described, and no other', () => {
  expect(Object.keys(api.paths)).toEqual(
    endpoints.map(({ path }) => `/api/v1${path.replace(/:(\w+)/g, '{$1}')}`),
  );
});

test('all parameters are described, with their defaults and bounds', () => {
  const { paths, components } = api;
  expect(Object.keys(components.parameters)).toEqual(Object.values(commonParameters).map(({ name }) => name));
  expect(components.parameters['limit']).toMatchObject({
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  });
  expect(components.parameters['filter']).toMatchObject({ explode: true, schema: { type: 'array' } });
  const ref = (name: string) => `#/components/parameters/${name}`;
  for (const [path, { get }] of Object.entries(paths)) {
    const refs = get.parameters.flatMap((parameter) => ('$ref' in parameter ? [parameter.$ref] : []));
    // /sites and /query have limits of their own, and attribution takes one goal.
    const owns = { '/annotations': 'limit', '/sites': 'limit', '/query': 'limit', '/attribution': 'goal' };
    const ofCrawls = /^\/api\/v1\/(?:crawlers|coverage|export\/crawls)/.test(path);
    const own = Object.entries(owns).flatMap(([of, name]) => (path === `/api/v1${of}` ? name : []));
    if (ofCrawls) own.push('filter');
    const common = Object.keys(components.parameters).filter((name) => !own.includes(name));
    expect([path, refs]).toEqual([path, common.map(ref)]);
  }
  const pattern = expect.objectContaining({ pattern: expect.any(String) });
  for (const [path, parameter] of [
    ['/sites', { name: 'limit', schema: pattern }],
    ['/search', { name: 'q', in: 'query', required: true }],
    ['/pages/{encoded_page_path}/engagement', { name: 'encoded_page_path', in: 'path', required: true }],
  ] as const) {
    const described = paths[`/api/v1${path}`]?.get.parameters;
    expect(described).toContainEqual(expect.objectContaining(parameter));
  }
});

test('the routes of ingest are described, at its own address', () => {
  const elsewhere = { ingestUrl: 'https://stats.example', trackerPath: '/s.js', pingPath: '/p' };
  const { paths, components } = describeService(api, elsewhere);
  const ofIngest = Object.entries(paths).filter(([path]) => !path.startsWith('/api/'));
  expect(ofIngest).toMatchObject([
    ['/p', { servers: [{ url: 'https://stats.example' }], post: { operationId: 'send_pings' } }],
    ['/p.gif', { servers: [{ url: 'https://stats.example' }], get: { operationId: 'send_pixel' } }],
  ]);
  const { post: pings } = Object(paths['/p']);
  expect(Object.keys(pings.requestBody.content)).toEqual(['application/json', 'text/plain']);
  const { post: crawls } = Object(paths['/api/crawl']);
  const { schema } = crawls.requestBody.content['application/x-ndjson'];
  expect(schema.properties.status.anyOf).toContainEqual({ type: 'integer', const: 0 });
  for (const status of [400, 401, 415])
    expect(crawls.responses[status].description).not.toBe(pings.responses[status].description);
  for (const { responses } of [pings, crawls])
    expect(JSON.stringify(responses[400])).toContain('foreign_host');
  const accepted = Object.entries(pingFields).filter(
    ([, field]) => 'rule' in field && field.rule.kind !== 'no field',
  );
  expect(Object.keys(Object(components.schemas['Ping']).properties)).toEqual(accepted.map(([name]) => name));
});

test('a body may omit what has a default', () => {
  const { post } = Object(describeService(api, tracker).paths['/api/manage/v1/annotations']);
  expect(post.requestBody.content['application/json'].schema.required).toEqual(['at', 'text', 'sites']);
});

test('every reference leads to something, and every named schema is referred to', () => {
  const document = describeService(api, tracker);
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
  const referred = new Set(references.map(([, kind, name]) => `${kind} ${name}`));
  const { components } = document;
  const named = (['schemas', 'parameters', 'responses'] as const).flatMap((kind) =>
    Object.keys(components[kind]).map((name) => `${kind} ${name}`),
  );
  expect([...referred].sort()).toEqual(named.sort());
});

test('every report has an example that is as described', () => {
  const description = new Description(JSON.parse(JSON.stringify(api)));
  const reports = Object.entries(api.paths).filter(([path]) => !path.includes('/export/'));
  expect(reports.length).toBeGreaterThan(20);
  for (const [path, { get }] of reports) {
    const { content } = Object(get.responses[200]);
    const address = path.replace(/\{\w+\}/g, 'x');
    // It throws where they differ.
    description.check(address, 200, 'application/json', content['application/json'].example);
  }
});

test('the columns of files are described', () => {
  const { content } = Object(api.paths['/api/v1/export/pages']?.get.responses[200]);
  const types = ['text/csv', 'application/x-ndjson', 'application/vnd.apache.parquet'];
  expect(Object.keys(content)).toEqual(types);
  expect(content['text/csv'].schema.description).toBe(
    'A header line; the columns are page_path, page_title, views, unique_views, avg_focus_time_ms, avg_scroll_depth; ' +
      'before them site_id, when the request names several sites, a group or *.',
  );
});

describe('a response that differs from its description', () => {
  const endpoint = defineEndpoint({
    path: '/counts/:of',
    description: 'Counts.',
    parameters: {},
    response: z.object({ count: z.int() }),
    respond: () => Promise.reject(new Error('is not asked')),
  });
  const description = new Description(JSON.parse(JSON.stringify(describeApi([endpoint]))));
  const check = (body: unknown, status = 200, type = 'application/json; charset=utf-8') =>
    description.check('/api/v1/counts/a', status, type, body);

  test('is distinguished from a correct one', () => {
    expect(() => check({ meta, data: { count: 1 } })).not.toThrow();
    expect(() => check({ error: { code: 'timeout', message: 'Late.' } }, 504)).not.toThrow();
  });

  const differs = 'GET /api/v1/counts/{of} 200 application/json is not as described';
  const unknown = { error: { code: 'odd', message: '' } };
  test.each<[string, string, unknown, number?, string?]>([
    ['a missing field', differs, { meta, data: {} }],
    ['a field too many', differs, { meta, data: { count: 1, more: 1 } }],
    ['a wrong type', differs, { meta, data: { count: '1' } }],
    ['a wrong time', differs, { meta: { ...meta, start: '2026-11-14' }, data: { count: 1 } }],
    ['no meta', differs, { data: { count: 1 } }],
    ['its error code', 'is not as described', unknown, 400],
    ['its status', '418 application/json is not in the description', {}, 418],
    ['its type', '200 text/html is not in the description', '', 200, 'text/html'],
  ])('by %s', (_name, message, body, status = 200, type = 'application/json') => {
    expect(() => check(body, status, type)).toThrow(message);
  });
});
