import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyEndpoint, pairsOf, type RequestableEndpoint } from './every-endpoint.ts';
import { hoursAgo, now, type QueryService, startQueryService, visit } from './query-service.ts';

/** What each kind of key may ask for. */

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const everyRight = ['read', 'export', 'personal', 'send'];
const past = new Date(now).toISOString();
const future = new Date(now + 1).toISOString();

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
].map((key) => ({ ...key, sha256: sha256(key.name) }));

const sites = {
  sites: {
    blog: { name: 'The Blog', group: 'writing', goals: { Read: 'page:/b' } },
    notes: { group: 'writing', timezone: 'Europe/Berlin' },
    empty: {},
  },
};

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
let service: QueryService;

beforeAll(async () => {
  const [SITES_FILE, KEYS_FILE] = [join(folder, 'sites.json'), join(folder, 'keys.json')];
  writeFileSync(SITES_FILE, JSON.stringify(sites));
  writeFileSync(KEYS_FILE, JSON.stringify({ keys }));
  service = await startQueryService({ SITES_FILE, KEYS_FILE });
  const at = hoursAgo(2);
  await service.insert(
    ['blog', 'notes', 'shop'].flatMap((site_id) => {
      const who = { ...visit(at), site_id, ip: '203.0.113.9' };
      return [
        { ...who, pinged_at: at, page_path: '/b' },
        { ...who, pinged_at: at, page_path: '/b', event: 'Signup' },
      ];
    }),
  );
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

type Parameters = Record<string, string>;

function ask(
  key: string | undefined,
  { path, parameters }: Pick<RequestableEndpoint, 'path' | 'parameters'>,
  more: Parameters = {},
) {
  const query = new URLSearchParams([...pairsOf({ parameters }), ...Object.entries(more)]);
  return service.request(
    `/api/v1${path}?${query}`,
    key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } },
  );
}

const byKind = everyEndpoint.map((endpoint) => ({
  ...endpoint,
  right: endpoint.kind === 'export' ? 'export' : 'read',
}));

describe.each(byKind)('$path', (endpoint) => {
  const { right } = endpoint;

  test.each([[undefined], ['wrong'], ['expired'], [sha256('everything')]])(
    'with the key %s is a 401',
    async (key) => {
      for (const more of [{}, { limit: '0' }, { unknown: '' }]) {
        const { status, headers, body } = await ask(key, endpoint, more);
        expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
        expect(body).toMatchObject({ error: { code: 'unauthorized' } });
      }
    },
  );

  const without = right === 'read' ? ['exporter', 'personal'] : ['reader', 'personal'];
  test.each(without)('with the key %s is a 403, whatever the parameters are', async (key) => {
    for (const more of [{}, { limit: '0' }, { unknown: '' }, { site_id: 'shop' }, { site_id: '@none' }]) {
      const { status, body } = await ask(key, endpoint, more);
      expect([status, body]).toEqual([
        403,
        { error: { code: 'forbidden', message: `This key lacks the right ${right}.` } },
      ]);
    }
  });

  const having = [right === 'read' ? 'reader' : 'exporter', 'impersonal', 'everything'];
  test.each(having)('with the key %s is answered', async (key) => {
    expect((await ask(key, endpoint)).status).toBe(200);
    expect((await ask(key, endpoint, { limit: '0' })).body).toMatchObject({
      error: { code: 'invalid_parameter' },
    });
  });
});
