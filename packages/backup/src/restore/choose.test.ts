import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { render } from '@tallyhouse/sql';
import { folderOfTest } from '../../../../test/harness/temporary-folder.ts';
import { endBackup, finishedBackups, newName } from '../folder.ts';
import { named } from '../statement.ts';
import { checkPartitions, choose } from './choose.ts';

/** Whoever can write to the folder of backups chooses every word of a manifest. It is judged before a restore writes anything. */

const name = '2026-11-21T09-30-00-000Z';
const older = '2026-11-20T09-30-00-000Z';
const manifest = (own: string) => ({
  format: 1,
  name: own,
  base: null,
  location: { kind: 'inside' },
  retention_pings: 0,
  started_at: '2026-11-21T09:30:00.000Z',
  finished_at: '2026-11-21T09:31:00.000Z',
  program: '0.1.0',
  clickhouse: '26.7.2.1',
  database: 'tallyhouse',
  migrations: [{ version: 1, name: 'pings', checksum: 'abc' }],
  tables: [{ name: 'pings', rows: 1 }],
  bytes: { all: 1, added: 1 },
  log: { partitions: [{ partition: 0, committed: '0', end: '1' }], messages: 1 },
  files: { sites: false, secrets: false, imports: ['blog', '..shop', 'a.b', 'blog~0123abcd'] },
});

const inFolder = folderOfTest();
beforeEach(async () => {
  await write({}, older);
});

async function write(change: object, own = name): Promise<string> {
  const place = inFolder(own);
  await mkdir(join(place, 'files', 'import'), { recursive: true });
  await writeFile(join(place, 'manifest.json'), JSON.stringify({ ...manifest(own), ...change }));
  return place;
}

test('a sound one is chosen, with those that it adds to', async () => {
  await write({ base: older });
  const { chain } = await choose(inFolder());
  expect(chain.map((one) => one.name)).toEqual([name, older]);
  expect(await choose(inFolder(older))).toMatchObject({ backup: { name: older } });
});

test('a backup is finished before it loses its mark', async () => {
  const { backup } = await choose(inFolder());
  const ended = endBackup(inFolder(older), { ...backup, program: 'of now' });
  await expect(ended).rejects.toThrow('making.json');
  expect((await finishedBackups(inFolder())).map(({ program }) => program)).toEqual(['of now']);
});

test('one of shards needs a topic with as many partitions', async () => {
  const { backup } = await choose(inFolder());
  const map = [0, 1].map((partition) => ({ partition, fromOffset: 0n, shard: 1 }));
  const ofShards = { ...backup, shards: { cluster: 'a', count: 1, map } };
  expect(() => checkPartitions(ofShards, 0)).toThrow(
    /has none: it is missing\. Use one with 2 .*Ingest creates/,
  );
  expect(() => checkPartitions(ofShards, 3)).toThrow('but the topic has 3. Use one with 2');
  checkPartitions(ofShards, 2);
});

test('one that was made after the clock was set back is newer than the one before', async () => {
  await write({ base: older });
  const later = await newName(inFolder(), Date.parse('2026-11-19T09:30:00Z'));
  expect(later).toBe('2026-11-21T09-30-00-001Z');
  await write({ base: name }, later);
  expect((await choose(inFolder())).chain.map((one) => one.name)).toEqual([later, name, older]);
  expect(await newName(inFolder(), Date.parse('2026-11-22T08:00:00.5Z'))).toBe('2026-11-22T08-00-00-500Z');
});

const imports = (...sites: string[]) => ({ files: { sites: false, secrets: false, imports: sites } });
const table = (text: string) => ({ tables: [{ name: text, rows: 1 }] });

const noSites = ['blog~/../..', '..', '.', '', '/etc', '..\\escaped', 'a\0b', 'blog\n'];
test.each<[string, object, string]>([
  ['a way out of the folder', imports('blog', '../../escaped'), 'files.imports[1]'],
  ...noSites.map((site): [string, object, string] => [`the site ${site}`, imports(site), 'files.imports[0]']),
  ['a path for a name', { name: `../${name}` }, 'at name'],
  ['the name of another backup', { name: older }, 'was renamed to'],
  ['a path for its base', { base: '../elsewhere' }, 'at base'],
  ['itself for its base', { base: name }, 'is not older'],
  ['SQL for a table', table('pings` as x.y, table `z'), 'tables[0].name'],
  ['a backslash in a table', table('pings\\'), 'tables[0].name'],
  ['a dot in a table', table('system.users'), 'tables[0].name'],
  ['SQL for a database', { database: 'x`.y, table z' }, 'at database'],
  ['a terminal command for a version', { program: '1\u001b]0;x\u0007' }, 'at program'],
  ['days without end', { retention_pings: -1 }, 'at retention_pings'],
  ['more shards than memory', { shards: { cluster: 'a', count: 1e9, map: [] } }, 'at shards.count'],
])('%s is refused', async (_what, change, where) => {
  await write(change);
  await expect(choose(inFolder())).rejects.toThrow(where);
});

test('a newer one in a chain is refused', async () => {
  await write({ base: older });
  await write({ base: name }, older);
  await expect(choose(inFolder())).rejects.toThrow('is not older');
});

test.each([
  ['what an import remembers', 'files/import/blog'],
  ['a file', 'files/sites.yaml'],
  ['a secret', 'files/import/secrets.json'],
  ['the messages', 'messages.gz'],
])('a link instead of %s is refused', async (_what, path) => {
  const place = await write({});
  await symlink('/etc', join(place, path));
  await expect(choose(inFolder())).rejects.toThrow(`${join(place, path)} is a link`);
});

test('a link instead of a backup is refused', async () => {
  await symlink(inFolder(older), inFolder(name));
  await writeFile(inFolder(older, 'manifest.json'), JSON.stringify(manifest(name)));
  await expect(choose(join(inFolder()))).rejects.toThrow(/is a link|was renamed/);
});

test('names stay names in SQL', () => {
  expect(render(named('a\\`b')).sql).toBe('`a\\\\\\`b`');
});
