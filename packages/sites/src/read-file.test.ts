import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOfFile } from '../../../test/harness/temporary-folder.ts';
import { alertName } from './alerts-file.ts';
import { keysSettings, sitesSettings } from './open-files.ts';
import { noSites } from './sites-file.ts';
import { readSettings } from './watched-file.ts';

const inFolder = folderOfFile();

type Settings = typeof sitesSettings | typeof keysSettings;

async function read(settings: Settings, text: string) {
  const path = inFolder('file.yaml');
  await writeFile(path, text);
  return readSettings<unknown>(settings(path));
}

/** Why a file is refused: the lines of the message, without the path. */
async function refusal(settings: Settings, text: string): Promise<string[]> {
  const path = inFolder('file.yaml');
  const message = await read(settings, text).then(String, (error: Error) => error.message);
  const [first, ...lines] = message.split('\n');
  expect(first).toBe(`${path} is refused as a whole:`);
  return lines.map((line) => line.replace(`  ${path}:`, ''));
}

const hash = (digit: string) => digit.repeat(64);

test('a sites file with every member is read, as YAML and as JSON', async () => {
  const textOf = (kind: string) => readFile(join(__dirname, `every-member.${kind}`), 'utf8');
  const { defaults, ...json } = JSON.parse(await textOf('json'));
  const groups = new Map([['writing', ['blog', 'notes']]]);
  const expected = { accept: 'listed', defaults, sites: new Map(Object.entries(json.sites)), groups };
  for (const kind of ['yaml', 'json'])
    expect(await read(sitesSettings, await textOf(kind))).toEqual(expected);
});

test('a keys file is read, and every member of either file is optional', async () => {
  expect(await read(sitesSettings, '{}')).toEqual(noSites);
  expect(await read(keysSettings, '{}')).toEqual(new Map());
  const text = `
keys:
  - name: client
    sha256: ${hash('a')}
    sites: [blog, "@writing"]
    rights: [read, export]
    expires: 2027-01-31T00:00:00Z
    requests_per_minute: 600
  - { name: all, sha256: ${hash('b')}, sites: [blog, "*"], rights: [send] }
`;
  const rights = new Set(['read', 'export']);
  const client = { name: 'client', rights, sites: ['blog', '@writing'], requestsPerMinute: 600 };
  const all = { name: 'all', rights: new Set(['send']), sites: 'all', requestsPerMinute: undefined };
  const keys = new Map()
    .set(hash('a'), { caller: client, expiresAt: Date.UTC(2027, 0, 31) })
    .set(hash('b'), { caller: all, expiresAt: Number.POSITIVE_INFINITY });
  expect(await read(keysSettings, text)).toEqual(keys);
});

const isHost = 'must be a host, such as blog.example, or *.blog.example for its subdomains';
const isGoal = 'must be a goal as goal= takes it, such as event:Signup or page:/thanks';
const isQuestion =
  'must be what an address of Explore has after its ?, such as metrics=visitors&dimensions=country, without site, tz, embed and key';
const isLabel = 'must be 1 to 100 characters, without blanks around them';
const isEmptyRule = 'must have a source, medium or campaign, or it would take every session';
const isLong = 'must have at most 500 characters';
const isPatterns = 'must be text or a list of texts; a number needs quotes';
const isRe2 =
  'must be a regular expression as RE2 knows it, without look-around, back references, named groups, classes such as \\pL or many repetitions';
const ends = 'Flow map in block collection must be sufficiently indented and end with a }';
const [a99, c99] = ['*a, '.repeat(99), '*c, '.repeat(99)];
const aliases = `sites:\n  a: &a { hosts: [a] }\n  b: [${a99}${a99}*a]\n  c: &c [${a99}]\n  d: [${c99}]`;
const channels = [1, 2, 3, 4, 5, 6].map(
  (site) => `${site}: { channels: [${`{ name: n${site}, source: a },`.repeat(99)}] }`,
);
const tooMany =
  'channels: must have at most 500 rules in the different lists of all sites, and texts of 100000 bytes';
const isAddress = 'must be an address or a CIDR, such as 10.0.0.0/8';
const isFilter = 'must be a filter as filter= takes it, such as country:DE or page~/blog/';
const patterns =
  String.raw`// /(/ /(?=a)/ /(a)\1/ /(?<n>a)/ /\pL/ /[[:alpha:]]/ /[]a]/ /(?:ab{99}){99}/`.split(' ');
const questions = ['dimensions=country', '?metrics=visitors', 'metrics=visits&site=shop', 'metrics=a b', 'a'];

test.each([
  ['', '1: the file is empty'],
  ['# later\n', '1: the file is empty'],
  ['- blog\n', '1: must be an object'],
  ['sites:\n  a:\n', '2: sites.a: must be an object, but has no value'],
  ['sites:\n', '1: sites: must be an object, but has no value'],
  ['sites: { a: { exclude: [] } }', '1: sites.a.exclude: must be an object'],
  ['sites:\n\tblog: {}\n', '2: Tabs are not allowed as indentation'],
  ['{ "sites": {\n "blog": {}', `2: ${ends}`],
  ['sites: {}\n\nsite: {}\n', '3: site: is not known here'],
  ['sites: { blog: { exclude: {\n hosts: [] } } }', '2: sites.blog.exclude.hosts: is not known here'],
  ['sites:\n  blog: {}\n  blog: {}', '3: blog is there twice'],
  ['sites:\n  blog:\n    goals:\n      A: event:A\n      A: event:B', '5: A is there twice'],
  ['sites:\n  10: {}\n  "10": {}', '3: 10 is there twice'],
  [aliases, '1: must be an object'],
  ['sites:\n  ? [a]\n  : {}', '2: this cannot be a name'],
  // A name that JavaScript knows.
  ['sites:\n  __proto__: {}', '2: this cannot be a name'],
  ['sites:\n  my blog: {}', '2: sites.my blog: must be 1 to 64 of A-Z a-z 0-9 . _ -, but not . or ..'],
  ['sites:\n  ..: {}', '2: sites...: must be 1 to 64 of A-Z a-z 0-9 . _ -, but not . or ..'],
  ['sites: {}\n---\nsites: {}', '2: a second document begins here; the file may have one only'],
  ['accept: !any any', '1: Unresolved tag: !any'],
  [`sites:\n  ${channels.join('\n  ')}`, `1: ${tooMany}`],
  ['accept: all', '1: accept: must be any or listed'],
  ['sites:\n  blog:\n    hosts:\n      - a\n      - https://b/', `5: sites.blog.hosts.1: ${isHost}`],
  ['sites: { blog: {\n goals: {\n Signup: events:Signup } } }', `3: sites.blog.goals.Signup: ${isGoal}`],
])('the sites file %.80j is refused, with its line', async (text, reason) => {
  expect(await refusal(sitesSettings, text)).toEqual([reason]);
});

const campaign = (text: string) => `channels: [{ name: A, campaign: [a, '${text}'] }]`;
test.each<readonly [string, string]>([
  ['host: [a.example]', 'host: is not known here'],
  ['name: 2026', 'name: must be text; a number needs quotes'],
  ['name: ""', `name: ${isLabel}`],
  ['hosts: []', 'hosts: must name a host'],
  ['query_parameters: [page, page]', 'query_parameters: must name each parameter once'],
  ['hosts: ["a.*.example"]', `hosts.0: ${isHost}`],
  ['timezone: Mars', 'timezone: must be an IANA time zone, such as Europe/Berlin'],
  ['retention_days: 0', 'retention_days: must be 1 to 36500'],
  ['retention_days: 1.5', 'retention_days: must be a whole number'],
  ['ip_storage: Full', 'ip_storage: must be full, truncated or none'],
  ['exclude: { addresses: [10.0.0.0/33] }', `exclude.addresses.0: ${isAddress}`],
  ['exclude: { paths: [admin] }', 'exclude.paths.0: must be a path, such as /admin/*; * stands for any text'],
  ['goals: { A: "country:DE" }', `goals.A: ${isGoal}`],
  ['goals: { A: "name:B" }', `goals.A: ${isGoal}`],
  ['funnels: { A: ["page:/"] }', 'funnels.A: must have 2 to 10 steps'],
  ['channels: [{ name: A, source: a, term: b }]', 'channels.0.term: is not known here'],
  ['channels: [{ name: A }]', `channels.0: ${isEmptyRule}`],
  ['channels: [{ source: a }]', 'channels.0.name: must be text; a number needs quotes'],
  [`channels: [{ name: ${'a'.repeat(101)}, source: a }]`, `channels.0.name: ${isLabel}`],
  ['channels: [{ name: A, medium: [] }]', 'channels.0.medium: must have 1 to 100 values'],
  ['channels: [{ name: A, medium: [a, 1] }]', `channels.0.medium: ${isPatterns}`],
  [`channels: [{ name: A, source: ${'a'.repeat(501)} }]`, `channels.0.source: ${isLong}`],
  ['channels: [{ name: A, source: "a\0" }]', 'channels.0.source: must not contain control characters'],
  ...patterns.map((text) => [campaign(text), `channels.0.campaign.1: ${isRe2}`] as const),
  ['segments: { A: [land:DE] }', `segments.A.0: ${isFilter}`],
  ...questions.map((text) => [`questions: { A: "${text}" }`, `questions.A: ${isQuestion}`] as const),
  [`questions: { A: metrics=${'a'.repeat(4000)} }`, 'questions.A: must have at most 4000 characters'],
])('a site with %s is refused', async (member, reason) => {
  const lines = await refusal(sitesSettings, `sites:\n  blog:\n    ${member}`);
  expect(lines).toEqual([`3: sites.blog.${reason}`]);
});

const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => prefix + index);
const named = (count: number, value: unknown) =>
  Object.fromEntries(many(count, 'n').map((name) => [name, value]));
const stars = 'must have at most 100 paths with several *, of at most 250 characters each';
test.each<[string, object, object, string]>([
  ['hosts', many(1000, 'h'), many(1001, 'h'), 'must have at most 1000 hosts'],
  ['exclude.addresses', many(10_000, '::'), many(10_001, '::'), 'must have at most 10000 addresses'],
  ['exclude.paths', many(10_000, '/a/*'), many(10_001, '/a/*'), 'must have at most 10000 paths'],
  ['exclude.paths', many(100, '/*/a*'), many(101, '/*/a*'), stars],
  ['exclude.paths', [`/*${'a'.repeat(247)}*`], [`/*${'a'.repeat(248)}*`], stars],
  ['query_parameters', many(50, 'p'), many(51, 'p'), 'must have at most 50 names'],
  ['goals', named(500, 'event:A'), named(501, 'event:A'), 'must have at most 500 names'],
  [
    'funnels',
    named(500, ['page:/', 'page:/a']),
    named(501, ['page:/', 'page:/a']),
    'must have at most 500 names',
  ],
  ['segments', named(500, ['country:DE']), named(501, ['country:DE']), 'must have at most 500 names'],
  ['questions', named(500, 'metrics=a'), named(501, 'metrics=a'), 'must have at most 500 names'],
])('a site may have only so many %s', async (path, most, tooMany, reason) => {
  const fileWith = (value: object) => {
    const entry = path.split('.').reduceRight((inner, member) => ({ [member]: inner }), value);
    return JSON.stringify({ sites: { blog: entry } });
  };
  await read(sitesSettings, fileWith(most));
  expect(await refusal(sitesSettings, fileWith(tooMany))).toEqual([`1: sites.blog.${path}: ${reason}`]);
});

test('all mistakes are named, in the order of their lines', async () => {
  const text = 'sites:\n  blog: { ip_storage: no }\n  shop: { host: a }\naccept: none\n';
  expect(await refusal(sitesSettings, text)).toEqual([
    '2: sites.blog.ip_storage: must be full, truncated or none',
    '3: sites.shop.host: is not known here',
    '4: accept: must be any or listed',
  ]);
});

const key = { name: 'a', sha256: hash('a'), sites: ['blog'], rights: ['read'] };
const isHash = "must be 64 lower-case hexadecimal digits: the SHA-256 of the key's UTF-8";

test.each([
  [{ site: 'blog' }, 'site: is not known here'],
  // A key is there instead of its hash, or the hash in upper case.
  [{ sha256: 'secret' }, `sha256: ${isHash}`],
  [{ sha256: hash('A') }, `sha256: ${isHash}`],
  // Addresses lose such a segment, and the other is in logs and annotations.
  [{ name: '..' }, 'name: must not be . or ..'],
  [{ name: 'API_KEY' }, "name: is the operator's"],
  [{ sites: [] }, 'sites: must name a site'],
  [{ sites: ['blog*'] }, 'sites.0: must be the id of a site, @ and a group, or *'],
  [{ rights: [] }, 'rights: must name a right'],
  [{ rights: ['write'] }, 'rights.0: must be one of read, export, personal, send, manage, annotate'],
  [{ rights: ['read', 'read'] }, 'rights: must not repeat a right'],
  [{ expires: '2027-01-31T00:00:00' }, 'expires: must be a time with its zone, such as 2026-11-21T10:15:00Z'],
  [{ requests_per_minute: 0 }, 'requests_per_minute: must be 1 to 1000000'],
])('a key with %j is refused', async (change, reason) => {
  const lines = await refusal(keysSettings, JSON.stringify({ keys: [{ ...key, ...change }] }));
  expect(lines).toEqual([`1: keys.0.${reason}`]);
});

test.each(['.', '..', 'fired', '__proto__'])('an alert cannot be called %s', (name) => {
  expect(['a.b', name].map((text) => alertName.safeParse(text).success)).toEqual([true, false]);
});

test('two keys have neither the same name nor the same hash', async () => {
  const lines = [key, { ...key, name: 'b' }, { ...key, sha256: hash('c') }].map((one) => JSON.stringify(one));
  expect(await refusal(keysSettings, `{"keys":[\n${lines.join(',\n')}]}`)).toEqual([
    '3: keys.1.sha256: is there twice',
    '4: keys.2.name: is there twice',
  ]);
});

test('a file that is no UTF-8, or not there, is refused', async () => {
  const path = inFolder('bytes.yaml');
  await writeFile(path, Buffer.from([0x61, 0xff]));
  await expect(readSettings(sitesSettings(path))).rejects.toThrow(`${path} cannot be read`);
  await expect(readSettings(sitesSettings(`${path}.gone`))).rejects.toThrow('ENOENT');
  expect(await readSettings(sitesSettings(`${path}.gone`, noSites))).toBe(noSites);
});
