import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ingestOfFile } from '../../apps/ingest/src/ingest-under-test.ts';
import { ran } from '../harness/ran.ts';
import { forAllTests, hoursAgo, key, startQueryService, visit } from './query-service.ts';

/** packages/client, built and used as another repository would. */

const service = forAllTests(() => startQueryService());
const ingest = ingestOfFile({ API_KEY: key });
let folder: string;

async function run(file: string, args: readonly string[], env: Record<string, string> = {}) {
  const { code, out, errors } = await ran([file, ...args], { cwd: folder, env });
  return { code, said: out + errors };
}

beforeAll(async () => {
  await service.insert([{ ...visit(hoursAgo(1)), pinged_at: hoursAgo(1), page_path: '/bread' }]);
  // In the repository, so that it finds the packages.
  await mkdir('.cache', { recursive: true });
  folder = await mkdtemp(resolve('.cache/client-'));
  expect(await run(process.execPath, [resolve('packages/client/build.js')])).toEqual({ code: 0, said: '' });
});
afterAll(() => rm(folder, { recursive: true }));

/** A program in TypeScript that prints `wanted` for two reports. */
const program = (wanted: string) => `
import { type components, createClient } from '@tallyhouse/client';

const client = createClient({ url: process.env['URL'] ?? '', key: process.env['KEY'] ?? '' });
const query = { site_id: 'blog', period: '1d', filter: ['page:/bread'] };
const { data: overview, error } = await client.GET('/api/v1/overview', { params: { query } });
if (error) throw new Error(error.error.message);
const { data: pages } = await client.GET('/api/v1/pages', { params: { query } });
const rows: components['schemas']['PagesRow'][] = pages?.data ?? [];
console.log(JSON.stringify([${wanted}]));
`;

async function compile(name: string, text: string) {
  await writeFile(join(folder, `${name}.mts`), text);
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
  const options = ['--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--ignoreConfig'];
  return run(process.execPath, [resolve('node_modules/.bin/tsc'), ...strict, ...options, `${name}.mts`]);
}

test('a program in strict mode compiles, and gets the reports of a running service, or its error', async () => {
  const wanted =
    'overview.data.pageviews, overview.meta.sites, rows.map((row) => [row.page_path, row.views])';
  expect(await compile('right', program(wanted))).toEqual({ code: 0, said: '' });
  const runWith = (KEY: string) => run(process.execPath, ['right.mjs'], { URL: service.url, KEY });
  const { code, said } = await runWith(key);
  expect([code, JSON.parse(said)]).toEqual([0, [1, ['blog'], [['/bread', 1]]]]);
  const refused = await runWith('a wrong key');
  expect(refused.code).toBe(1);
  const headers = { authorization: 'Bearer a wrong key' };
  const { error } = Object(await (await fetch(`${service.url}/api/v1/overview`, { headers })).json());
  expect(refused.said).toContain(`Error: ${error.message}\n`);
});

/** A program that uses bodies, a report that is also a file, a file, and ingest. */
const sender = `
import { type components, createClient } from '@tallyhouse/client';

const client = createClient({ url: process.env['URL'] ?? '', key: process.env['KEY'] ?? '' });
const query = { site_id: 'blog', period: '1d' };
const { data: table } = await client.GET('/api/v1/query', { params: { query: { ...query, metrics: 'pageviews' } } });
const rows: number | undefined = table?.data.length;
const path = { encoded_page_path: '/bread' };
const { data: page } = await client.GET('/api/v1/pages/{encoded_page_path}/engagement', { params: { path, query } });
const { data: file = '' } = await client.GET('/api/v1/export/pages', { params: { query }, parseAs: 'text' });
const body = { at: '2026-11-21T09:00:00Z', text: 'Baked', sites: ['blog'] };
const { data: note } = await client.POST('/api/manage/v1/annotations', { body });
const ping: components['schemas']['Ping'] = { url: 'https://blog.example/', user_agent: 'GPTBot/1.2' };
const { data: taken } = await client.POST('/api/ping', { baseUrl: process.env['INGEST'] ?? '', body: ping });
const reason: string | undefined = taken?.dropped[0]?.reason;
console.log(JSON.stringify([rows, page?.data.views, file.split('\\n').length, note?.data.kind, reason]));
`;

test('a program in strict mode sends pings and annotations, and reads files', async () => {
  expect(await compile('sender', sender)).toEqual({ code: 0, said: '' });
  const env = { URL: service.url, KEY: key, INGEST: ingest.url };
  expect(await run(process.execPath, ['sender.mjs'], env)).toEqual({
    code: 0,
    said: '[1,1,3,"note","bot"]\n',
  });
});

test.each([
  ['a field that no report has', 'overview.data.page_views', "'page_views' does not exist"],
  ['a field of another type', 'overview.data.pageviews.length', "'length' does not exist on type 'number'"],
  ['a rate that may be null', 'overview.data.bounce_rate + 1', "bounce_rate' is possibly 'null'"],
])('%s does not compile', async (_what, wanted, message) => {
  const { code, said } = await compile('wrong', program(wanted));
  expect(code).not.toBe(0);
  expect(said).toContain(message);
});
