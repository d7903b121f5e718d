import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type QueryService, startQueryService } from './query-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-keys-'));
const clients = ['a', 'b'].map((name) => ({ name, key: `the key of client ${name}` }));
let service: QueryService;

beforeAll(async () => {
  const keys = clients.map(({ name, key }) => ({
    name,
    sha256: createHash('sha256').update(key).digest('hex'),
    sites: ['blog'],
    rights: ['read', 'export'],
  }));
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys }));
  service = await startQueryService({ KEYS_FILE: join(folder, 'keys.json') });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

test('the key of the operator allows everything, on all sites', async () => {
  const { body } = await service.report('/me');
  expect(body).toMatchObject({
    data: { name: 'API_KEY', rights: ['read', 'export', 'personal', 'send'], sites: ['*'] },
  });
});

test('every other key sees its own name, rights and sites, also when several ask at the same time', async () => {
  const answers = await Promise.all(
    clients.map(({ key }) => service.request('/api/v1/me', { headers: { authorization: `Bearer ${key}` } })),
  );
  expect(answers.map(({ body }) => body)).toEqual(
    clients.map(({ name }) =>
      expect.objectContaining({ data: { name, rights: ['read', 'export'], sites: ['blog'] } }),
    ),
  );
});
