import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { hoursAgo } from '../api/present.ts';
import { forAllTests, key, startQueryService } from '../api/query-service.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

const service = forAllTests(() =>
  startQueryService({ PUBLIC_INGEST_URL: 'https://in.example', PING_PATH: '/p' }),
);
let html: string;
let assets: string[];
/** Not in dist/, which another test packs. */
const inFolder = folderOfFile();

beforeAll(async () => {
  html = String((await service.request('/')).body);
  // A month whose hours have different numbers.
  await service.insert(
    Array.from({ length: 4000 }, (_, nth) => ({ pinged_at: Math.round(hoursAgo((nth ** 2 / 7) % 700)) })),
  );
  assets = [...html.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path = '']) => path);
});

/** A body as it is sent, not decoded. */
async function fetchRaw(path: string, encodings: string) {
  const headers = { 'accept-encoding': encodings, authorization: `Bearer ${key}` };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${service.url}/${path}`, { headers }, resolve).on('error', reject);
  });
  const bytes = await buffer(response);
  const { 'content-encoding': coding, 'content-length': length, vary } = response.headers;
  return { coding, length, vary, bytes };
}

test('the first page is the dashboard, which may load nothing from elsewhere and run nothing inline', async () => {
  const { status, headers } = await service.request('/');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-cache');
  const own = ['script', 'style', 'img', 'font', 'connect'].map((kind) => `${kind}-src 'self'`).join('; ');
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; ${own}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  );
  expect(html).not.toMatch(/<style|<script(?! (?:type="module" )?src="assets\/)|style=|\son\w+=/);
  // It knows where the tracker is, and nothing that is secret.
  expect(html).toContain('data-tracker="https://in.example/tracker.js" data-endpoint="https://in.example/p"');
  expect(html).not.toContain('{{');
  expect(html).not.toContain(key);
});

test('its script, style and icon are served, and may be cached for ever', async () => {
  const found = await Promise.all(
    assets.map(async (path) => {
      const { headers } = await fetch(`${service.url}/${path}`);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('vary')).toBe('Accept-Encoding');
      return `${path.replace(/-[A-Z0-9]{8}\./, '.')} ${headers.get('content-type')}`;
    }),
  );
  const script = (name: string) => `assets/${name}.js text/javascript; charset=utf-8`;
  expect(found).toEqual([
    script('first-paint'),
    'assets/inter.woff2 font/woff2',
    'assets/dashboard.css text/css; charset=utf-8',
    'assets/icon.svg image/svg+xml',
    ...['chunk', 'page', 'dashboard'].map(script),
  ]);
});

test('pages and assets are sent compressed, and are the same bytes; the dashboard has at most 150 kB', async () => {
  let dashboard = 0;
  for (const path of [...assets, '', 'docs', 'demo', 'demo/second', 'openapi.json']) {
    const plain = await fetchRaw(path, 'identity');
    const gzip = await fetchRaw(path, 'gzip');
    const brotli = await fetchRaw(path, 'gzip, deflate, br');
    expect([plain.coding, gzip.coding, brotli.coding]).toEqual([undefined, 'gzip', 'br']);
    const weighed = ['br;q=0, gzip', 'gzip;q=0, *', '*;q=0', 'identity;q=0, br', 'gzip;q=0', 'deflate'];
    const answers = await Promise.all(weighed.map((accepted) => fetchRaw(path, accepted)));
    const codings = ['gzip', 'br', undefined, 'br', undefined, undefined];
    expect(answers.map(({ coding }) => coding)).toEqual(codings);
    for (const { vary, length, bytes } of [plain, gzip, brotli])
      expect([vary, length]).toEqual(['Accept-Encoding', `${bytes.length}`]);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    if (path === '' || assets.includes(path)) dashboard += gzip.bytes.length;
  }
  expect(dashboard).toBeGreaterThan(40_000);
  expect(dashboard).toBeLessThanOrEqual(150_000);
});

test.each([
  ['pageviews-over-time?period=60d&granularity=day', 'gzip, deflate, br, zstd', 'gzip'],
  ['pageviews-over-time?period=30d&granularity=hour', 'gzip', 'gzip'],
  ['pageviews-over-time?period=60d&granularity=day', 'GZIP;q=0.5', 'gzip'],
  ['pageviews-over-time?period=60d&granularity=day', '*', 'gzip'],
  ['pageviews-over-time?period=60d&granularity=day', 'br, gzip;q=0', undefined],
  ['digest?format=html', 'gzip', 'gzip'],
  ['overview', 'gzip', undefined],
  ['overview', 'gzip, identity;q=0', 'gzip'],
  ['overview', '*;q=0, gzip;q=0.1', 'gzip'],
  // No coding is left: RFC 9110 lets a server send the text as it is.
  ['overview', '*;q=0', undefined],
])('/api/v1/%s, asked for with %s, has the coding %s', async (path, encodings, coding) => {
  const plain = await fetchRaw(`api/v1/${path}`, 'identity');
  const sent = await fetchRaw(`api/v1/${path}`, encodings);
  expect([plain.coding, sent.coding]).toEqual([undefined, coding]);
  expect([plain.vary, sent.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
  expect((coding === 'gzip' ? gunzipSync(sent.bytes) : sent.bytes).toString()).toBe(plain.bytes.toString());
  expect(plain.bytes.length > 1024).toBe(path !== 'overview');
  if (coding && path !== 'overview')
    expect(sent.bytes.length).toBeLessThan(Math.min(20_000, plain.bytes.length / 2));
});

test('other assets are a 404, other methods a 405', async () => {
  expect((await service.request('/assets/dashboard.js')).status).toBe(404);
  expect((await service.request('/assets/..%2findex.html')).status).toBe(404);
  for (const path of ['/', ...assets.map((name) => `/${name}`)]) {
    const { status, headers } = await service.request(path, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
  expect((await service.request('/assets/dashboard.js', { method: 'POST' })).status).toBe(404);
});

test('the built folder holds what the page needs, and a flag of each country', async () => {
  const built = readdirSync('dist/dashboard/assets');
  const scripts = built.filter((name) => /^(opened|de|fr|es|ja)-\w{8}\.js$/.test(name));
  expect(scripts).toHaveLength(5);
  const files = [...assets.map((path) => path.replace('assets/', '')), ...scripts];
  expect(built.filter((name) => !name.startsWith('flag-')).sort()).toEqual(
    files.flatMap((name) => ['', '.br', '.gz'].map((end) => name + end)).sort(),
  );
  const flags = built.filter((name) => /^flag-\w\w-\w{8}\.svg$/.test(name));
  expect(flags.length).toBeGreaterThan(240);
  const response = await fetch(`${service.url}/assets/${flags.find((name) => name.startsWith('flag-nl-'))}`);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.each([
  ['font', 'styles/inter.woff2'],
  ['map', 'map/world.json'],
])('the %s is the one that npm run makes', (script, path) => {
  const made = inFolder(script);
  execFileSync('npm', ['run', '--silent', script, '--', made], { stdio: ['ignore', 'pipe', 'ignore'] });
  const bytes = readFileSync(`packages/dashboard/src/${path}`);
  expect(bytes.equals(readFileSync(made))).toBe(true);
  if (script === 'font') expect(bytes.length).toBeLessThanOrEqual(30_000);
  else expect(Object.keys(JSON.parse(`${bytes}`).points)).toEqual(expect.arrayContaining(['GS', 'HM', 'IO']));
});
