import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sitesCommand } from './sites.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sites-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a valid file is summed up: the one named, else SITES_FILE, else that of the data folder', async () => {
  const [named, other] = [join(folder, 'named.yaml'), join(folder, 'sites.yaml')];
  const [a, b] = ['{ group: g, goals: { A: event:A, B: event:B } }', '{ group: g, retention_days: 1 }'];
  await writeFile(named, `accept: listed\nsites:\n  a: ${a}\n  b: ${b}`);
  await writeFile(other, '{}');
  const ofNamed = `${named} is valid: 2 sites, 1 group, 2 goals, 0 funnels, 0 segments. Pings of other sites are dropped.`;
  const ofOther = `${other} is valid: 0 sites, 0 groups, 0 goals, 0 funnels, 0 segments. Pings of other sites are stored too.`;
  expect(await sitesCommand(['check', named], { DATA_DIR: folder })).toBe(ofNamed);
  expect(await sitesCommand(['check'], { DATA_DIR: folder, SITES_FILE: named })).toBe(ofNamed);
  expect(await sitesCommand(['check'], { DATA_DIR: folder })).toBe(ofOther);
});

test('mistakes are named with their lines', async () => {
  const file = join(folder, 'sites.yaml');
  await writeFile(file, 'sites:\n  a: { host: x }\n  b: { hosts: [] }\n');
  await expect(sitesCommand(['check', file], {})).rejects.toThrow(
    `${file} is refused as a whole:\n  ${file}:2: sites.a.host: is not known here\n  ${file}:3: sites.b.hosts: must name a host`,
  );
  await expect(sitesCommand(['check', join(folder, 'gone')], {})).rejects.toThrow('ENOENT');
  await expect(sitesCommand(['list'], {})).rejects.toThrow('Say what to do: check [file].');
});
