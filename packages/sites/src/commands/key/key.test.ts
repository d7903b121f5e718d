import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { folderOfTest } from '../../../../../test/harness/temporary-folder.ts';
import { keysSettings } from '../../open-files.ts';
import { readSettings } from '../../watched-file.ts';
import { keyCommand } from './key.ts';

const inFolder = folderOfTest();
const file = () => inFolder('keys.yaml');

/** Runs the command with words; `␣` is a blank within one. */
function run(args: string) {
  const words = args.split(' ').filter((word) => word !== '');
  const withBlanks = words.map((word) => word.replace('␣', ' '));
  return keyCommand(withBlanks, { DATA_DIR: inFolder() });
}
const text = () => readFile(file(), 'utf8');
const hash = (digit: string) => digit.repeat(64);

test('add makes a key that the service knows, and prints it with a link', async () => {
  const day = 86_400_000;
  const before = Date.now();
  const about = '--name client --sites blog,@writing --rights read,export --expires 90d';
  const said = await run(`add ${about} --requests-per-minute 60 --url https://stats.example/`);
  const after = Date.now();
  const [, key = ''] = /^ {2}(\S{32})$/m.exec(said) ?? [];
  expect(said).toContain(`https://stats.example/#key=${key}\n`.trimEnd());
  const keys = await readSettings(keysSettings(file()));
  const holder = keys.get(createHash('sha256').update(key).digest('hex'));
  const rights = new Set(['read', 'export']);
  const client = { name: 'client', rights, sites: ['blog', '@writing'], requestsPerMinute: 60 };
  expect(holder?.caller).toEqual(client);
  // Whole seconds.
  expect(holder?.expiresAt).toBeGreaterThan(before + 90 * day - 1000);
  expect(holder?.expiresAt).toBeLessThan(after + 90 * day + 1000);
  expect(await text()).not.toContain(key);
  // A key that may not read has no link to the dashboard.
  expect(await run('add --name server --sites * --rights send')).not.toContain('#key=');
  expect((await stat(file())).mode & 0o777).toBe(0o600);
});

test.each([
  ['', 'blog', ''],
  ['sites: {}', 'blog', ''],
  ['sites: { blog: { group: writing }, shop: }', '@writing,shop,blog', ''],
  ['sites: { blog: { group: writing } }', '*', ''],
  ['sites: { blog: { group: writing } }', 'blgo,blog,@writng,toString', 'blgo, @writng, toString'],
  ['accept: listed\nsites: { blog: {} }', 'Blog', 'Blog'],
  ['sites: [ refused', 'blog', ''],
])('with the sites file %j a key for %s is made, with a warning of %j', async (sites, names, unlisted) => {
  if (sites) await writeFile(inFolder('sites.yaml'), sites);
  const warn = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await run(`add --name a --sites ${names}`)).toContain(`It is for ${names.replaceAll(',', ', ')}`);
  const warnings = warn.mock.calls.map(([text]) => text);
  warn.mockRestore();
  const line = `Warning: ${inFolder('sites.yaml')} does not list ${unlisted}.\n`;
  expect(warnings).toEqual(unlisted ? [line] : []);
});

const commented = `# Ours.
keys:
# Clients
- name: first # the oldest
  sha256: ${hash('a')}
  sites: [ blog ]
  rights: [ read ]

# Partners
- name: second
  sha256: "${hash('b')}"
  sites:
  - "*"
  rights: [ read ]
  expires: 2020-01-01T00:00:00Z
# the last words
`;

test('add and remove keep all else, with its comments', async () => {
  await writeFile(file(), commented);
  await run('add --name third --sites shop');
  const added = await text();
  const sha256 = /[0-9a-f]{64}/.exec(added.slice(added.indexOf('third')))?.[0];
  const third = `- name: third\n  sha256: ${sha256}\n  sites: [shop]\n  rights: [read]\n`;
  expect(added).toBe(commented.replace('# the last', `${third}# the last`));
  await run('remove --name third');
  await run('remove --name second');
  const left = await text();
  for (const comment of ['# Partners', '# the last words', '# the oldest']) expect(left).toContain(comment);
  expect([...(await readSettings(keysSettings(file()))).keys()]).toEqual([hash('a')]);
});

test.each(['', '  '])('many blank lines above keys indented by %j cost no time', async (indent) => {
  const gap = `${'\n'.repeat(40)}  # A comment.\n \n`.repeat(40);
  const key = commented.slice(commented.indexOf('- name: first'), commented.indexOf('# Partners'));
  await writeFile(file(), `keys:\n${gap}${key.replace(/^(?=.)/gm, indent)}`);
  await run('add --name second --sites shop');
  expect(await text()).toContain(`\n${indent}- name: second\n${indent}  sha256`);
  await run('remove --name first');
  expect([...(await readSettings(keysSettings(file()))).values()]).toHaveLength(1);
});

test('a file in JSON stays one', async () => {
  const key = { name: 'a', sha256: hash('a'), sites: ['blog'], rights: ['read'] };
  await writeFile(file(), JSON.stringify({ keys: [key] }, null, 2));
  await run('add --name b --sites *');
  const { keys } = JSON.parse(await text());
  expect(keys).toMatchObject([{ name: 'a' }, { name: 'b', sites: ['*'], rights: ['read'] }]);
  await run('remove --name a');
  expect(JSON.parse(await text())).toMatchObject({ keys: [{ name: 'b' }] });
});

test('list shows no hash, and what has expired', async () => {
  expect(await run('list')).toBe(`There are no keys in ${file()}.`);
  await writeFile(file(), commented);
  expect((await run('list')).split('\n')).toEqual([
    'Name    Sites  Rights  Expires                         Requests a minute',
    'first   blog   read    never                           any',
    'second  *      read    2020-01-01T00:00:00Z (expired)  any',
  ]);
});

const past = '2020-01-01T00:00:00Z';
test.each([
  ['', 'Say what to do: add, list or remove.'],
  ['add', '--name is missing.'],
  ['add --name x', '--sites is missing.'],
  ['add --name first --sites *', 'There is a key with the name first already'],
  ['add --name API_KEY --sites *', 'There is a key with the name API_KEY already'],
  ['add --name x --sites a␣b', '--sites must be the id of a site, @ and a group, or *'],
  ['add --name x --sites a --rights write', '--rights must be one of read, export, personal, send, manage'],
  ['add --name x --sites a --expires 0d', '--expires 0d: expected how long'],
  [`add --name x --sites a --expires ${past}`, `--expires ${past}: expected how long`],
  ['add --name x --sites a --requests-per-minute 1.5', '--requests-per-minute must be a whole number'],
  ['add --nme x', "Unknown option '--nme'"],
  ['remove --name x', 'There is no key with the name x in'],
])('key %s is refused, and changes nothing', async (args, message) => {
  await writeFile(file(), commented);
  await expect(run(args)).rejects.toThrow(message);
  expect(await text()).toBe(commented);
});

test('a file that is refused or has no folder is not changed', async () => {
  const reason = `cannot be changed here: the folder ${inFolder('none')} does not exist.`;
  await expect(run(`add --name x --sites a --file ${inFolder('none', 'keys.yaml')}`)).rejects.toThrow(reason);
  await writeFile(file(), 'keys: [{ name: a }]');
  await expect(run('add --name x --sites a')).rejects.toThrow(`${file()}:1: keys.0.sha256`);
  expect(await text()).toBe('keys: [{ name: a }]');
});
