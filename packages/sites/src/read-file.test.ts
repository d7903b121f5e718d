import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysSettings, sitesSettings } from './open-files.ts';
import { noSites } from './sites-file.ts';
import { readSettings } from './watched-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sites-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(settings: typeof sitesSettings | typeof keysSettings, text: string) {
  const path = join(folder, 'file.yaml');
  await writeFile(path, text);
  return readSettings<unknown>(settings(path));
}

/** Why a file is refused: the lines of the message without the folder. */
async function refusal(
  settings: typeof sitesSettings | typeof keysSettings,
  text: string,
): Promise<string[]> {
  const error = await read(settings, text).then(
    () => undefined,
    (error: Error) => error,
  );
  return error?.message.replaceAll(`${folder}/`, '').split('\n') ?? [];
}

const hash = (digit: string) => digit.repeat(64);

const everyMember = {
  accept: 'listed',
  sites: {
    blog: {
      name: 'The Blog',
      group: 'writing',
      hosts: ['blog.example', '*.blog.example', 'BLOG.example:8080', '[::1]', 'bücher.example'],
      timezone: 'Europe/Berlin',
      retention_days: 730,
      ip_storage: 'full',
      exclude: { addresses: ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'], paths: ['/admin/*', '/'] },
      query_parameters: ['page'],
      goals: { Signup: 'event:Signup', 'Bought pro': 'event:Purchase;prop.plan:pro|team' },
      funnels: { Buy: ['page:/cart', 'event:Purchase'] },
      segments: { 'German phones': ['country:DE', 'device_type:mobile'] },
    },
    notes: { group: 'writing' },
    '010': {},
    '10': {},
  },
};

test('a sites file with every member is read, as JSON and as YAML', async () => {
  const expected = {
    accept: 'listed',
    sites: new Map(Object.entries(everyMember.sites)),
    groups: new Map([['writing', ['blog', 'notes']]]),
  };
  expect(await read(sitesSettings, JSON.stringify(everyMember, null, '\t'))).toEqual(expected);
  const yaml = `
# The sites of the house.
accept: listed
sites:
  blog:
    name: The Blog
    group: writing
    hosts: [blog.example, "*.blog.example", "BLOG.example:8080", "[::1]", bücher.example]
    timezone: Europe/Berlin
    retention_days: 730
    ip_storage: full
    exclude:
      addresses: [10.0.0.0/8, "2001:db8::/32", 192.0.2.1]
      paths:
        - /admin/*
        - /
    query_parameters: [page]
    goals:
      Signup: event:Signup
      Bought pro: event:Purchase;prop.plan:pro|team
    funnels:
      Buy: [page:/cart, event:Purchase]
    segments:
      German phones: [country:DE, device_type:mobile]
  notes: { group: writing }
  010: {}
  10: {}
`;
  expect(await read(sitesSettings, yaml)).toEqual(expected);
});

test('every member is optional', async () => {
  expect(await read(sitesSettings, '{}')).toEqual(noSites);
  expect(await read(keysSettings, '{}')).toEqual(new Map());
});

test('a keys file is read', async () => {
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
  expect(await read(keysSettings, text)).toEqual(
    new Map([
      [
        hash('a'),
        {
          caller: {
            name: 'client',
            rights: new Set(['read', 'export']),
            sites: ['blog', '@writing'],
            requestsPerMinute: 600,
          },
          expiresAt: Date.UTC(2027, 0, 31),
        },
      ],
      [
        hash('b'),
        {
          caller: { name: 'all', rights: new Set(['send']), sites: 'all', requestsPerMinute: undefined },
          expiresAt: Number.POSITIVE_INFINITY,
        },
      ],
    ]),
  );
});

test.each([
  ['nothing', '', '1: the file is empty'],
  ['a comment', '# later\n', '1: the file is empty'],
  ['a list', '- blog\n', '1: Invalid input: expected object, received array'],
  ['a tab', 'sites:\n\tblog: {}\n', '2: Tabs are not allowed as indentation'],
  [
    'JSON that ends early',
    '{ "sites": {\n "blog": {}',
    '2: Flow map in block collection must be sufficiently indented and end with a }',
  ],
  ['an unknown member', 'sites: {}\n\nsite: {}\n', '3: site: is not known here'],
  [
    'an unknown member of a site',
    'sites:\n  blog:\n    host: [a.example]',
    '3: sites.blog.host: is not known here',
  ],
  [
    'an unknown exclusion',
    'sites: { blog: { exclude: {\n hosts: [] } } }',
    '2: sites.blog.exclude.hosts: is not known here',
  ],
  ['a site twice', 'sites:\n  blog: {}\n  blog: {}', '3: blog is there twice'],
  ['a goal twice', 'sites:\n  blog:\n    goals:\n      A: event:A\n      A: event:B', '5: A is there twice'],
  ['a site twice, once in quotes', 'sites:\n  10: {}\n  "10": {}', '3: 10 is there twice'],
  [
    'too many aliases',
    `sites:\n  a: &a { hosts: [a] }\n  b: [${'*a, '.repeat(200)}]\n  c: &c [${'*a, '.repeat(99)}]\n  d: [${'*c, '.repeat(99)}]`,
    '1: Invalid input: expected object, received undefined',
  ],
  ['a site without a name', 'sites:\n  ? [a]\n  : {}', '2: this cannot be a name'],
  ['a name that JavaScript knows', 'sites:\n  __proto__: {}', '2: this cannot be a name'],
  [
    'a site id with a blank',
    'sites:\n  my blog: {}',
    '2: sites.my blog: must be 1 to 64 of A-Z a-z 0-9 . _ -',
  ],
  [
    'two documents',
    'sites: {}\n---\nsites: {}',
    '2: Source contains multiple documents; please use YAML.parseAllDocuments()',
  ],
  ['a tag', 'accept: !any any', '1: Unresolved tag: !any'],
  ['another accept', 'accept: all', '1: accept: must be any or listed'],
  [
    'a number as a name',
    'sites:\n  blog:\n    name: 2026',
    '3: sites.blog.name: must be text; a number needs quotes',
  ],
  [
    'an empty name',
    'sites: { blog: { name: "" } }',
    '1: sites.blog.name: must be 1 to 100 characters, without blanks around them',
  ],
  ['no host', 'sites: { blog: { hosts: [] } }', '1: sites.blog.hosts: must name a host'],
  [
    'an address as a host',
    'sites:\n  blog:\n    hosts:\n      - a.example\n      - https://b.example/',
    '5: sites.blog.hosts.1: must be a host, such as blog.example, or *.blog.example for its subdomains',
  ],
  [
    'a star within a host',
    'sites: { blog: { hosts: ["a.*.example"] } }',
    '1: sites.blog.hosts.0: must be a host, such as blog.example, or *.blog.example for its subdomains',
  ],
  [
    'an unknown zone',
    'sites: { blog: { timezone: Mars } }',
    '1: sites.blog.timezone: must be an IANA time zone, such as Europe/Berlin',
  ],
  ['no day', 'sites: { blog: { retention_days: 0 } }', '1: sites.blog.retention_days: must be 1 to 36500'],
  [
    'half a day',
    'sites: { blog: { retention_days: 1.5 } }',
    '1: sites.blog.retention_days: must be a whole number',
  ],
  [
    'other storage',
    'sites: { blog: { ip_storage: Full } }',
    '1: sites.blog.ip_storage: must be full, truncated or none',
  ],
  [
    'a network that is none',
    'sites: { blog: { exclude: { addresses: [10.0.0.0/33] } } }',
    '1: sites.blog.exclude.addresses.0: must be an address or a CIDR, such as 10.0.0.0/8',
  ],
  [
    'a path without a slash',
    'sites: { blog: { exclude: { paths: [admin] } } }',
    '1: sites.blog.exclude.paths.0: must be a path, such as /admin/*; * stands for any text',
  ],
  [
    'a goal that is none',
    'sites:\n  blog:\n    goals:\n      Signup: events:Signup',
    '4: sites.blog.goals.Signup: must be a goal as goal= takes it, such as event:Signup or page:/thanks',
  ],
  [
    'a goal by country',
    'sites: { blog: { goals: { A: "country:DE" } } }',
    '1: sites.blog.goals.A: must be a goal as goal= takes it, such as event:Signup or page:/thanks',
  ],
  [
    'a goal by name',
    'sites: { blog: { goals: { A: "name:B" } } }',
    '1: sites.blog.goals.A: must be a goal as goal= takes it, such as event:Signup or page:/thanks',
  ],
  [
    'a funnel of one step',
    'sites: { blog: { funnels: { A: ["page:/"] } } }',
    '1: sites.blog.funnels.A: must have 2 to 10 steps',
  ],
  [
    'a segment that is none',
    'sites: { blog: { segments: { A: [land:DE] } } }',
    '1: sites.blog.segments.A.0: must be a filter as filter= takes it, such as country:DE or page~/blog/',
  ],
])('a sites file with %s is refused, with its line', async (_what, text, reason) => {
  expect(await refusal(sitesSettings, text)).toEqual([
    'file.yaml is refused as a whole:',
    `  file.yaml:${reason}`,
  ]);
});

test('all mistakes are named, in the order of their lines', async () => {
  const text = 'sites:\n  blog: { ip_storage: no }\n  shop: { host: a }\naccept: none\n';
  expect(await refusal(sitesSettings, text)).toEqual([
    'file.yaml is refused as a whole:',
    '  file.yaml:2: sites.blog.ip_storage: must be full, truncated or none',
    '  file.yaml:3: sites.shop.host: is not known here',
    '  file.yaml:4: accept: must be any or listed',
  ]);
});

const key = { name: 'a', sha256: hash('a'), sites: ['blog'], rights: ['read'] };

test.each([
  ['an unknown member', { site: 'blog' }, 'keys.0.site: is not known here'],
  [
    'a key instead of its hash',
    { sha256: 'secret' },
    "keys.0.sha256: must be 64 lower-case hexadecimal digits: the SHA-256 of the key's UTF-8",
  ],
  [
    'upper case',
    { sha256: hash('A') },
    "keys.0.sha256: must be 64 lower-case hexadecimal digits: the SHA-256 of the key's UTF-8",
  ],
  ['no site', { sites: [] }, 'keys.0.sites: must name a site'],
  [
    'a pattern of sites',
    { sites: ['blog*'] },
    'keys.0.sites.0: must be the id of a site, @ and a group, or *',
  ],
  ['no right', { rights: [] }, 'keys.0.rights: must name a right'],
  ['another right', { rights: ['write'] }, 'keys.0.rights.0: must be one of read, export, personal, send'],
  ['a right twice', { rights: ['read', 'read'] }, 'keys.0.rights: must not repeat a right'],
  [
    'a date without a zone',
    { expires: '2027-01-31T00:00:00' },
    'keys.0.expires: must be a time with its zone, such as 2027-01-31T00:00:00Z',
  ],
  ['no request', { requests_per_minute: 0 }, 'keys.0.requests_per_minute: must be 1 to 1000000'],
])('a keys file with %s is refused', async (_what, change, reason) => {
  const [, ...reasons] = await refusal(keysSettings, JSON.stringify({ keys: [{ ...key, ...change }] }));
  expect(reasons).toEqual([`  file.yaml:1: ${reason}`]);
});

test('two keys have neither the same name nor the same hash', async () => {
  const lines = [key, { ...key, name: 'b' }, { ...key, sha256: hash('c') }].map((one) => JSON.stringify(one));
  expect(await refusal(keysSettings, `{"keys":[\n${lines.join(',\n')}]}`)).toEqual([
    'file.yaml is refused as a whole:',
    '  file.yaml:3: keys.1.sha256: is there twice',
    '  file.yaml:4: keys.2.name: is there twice',
  ]);
});

test('a file that is no UTF-8, or not there, is refused', async () => {
  const path = join(folder, 'bytes.yaml');
  await writeFile(path, Buffer.from([0x61, 0xff]));
  await expect(readSettings(sitesSettings(path))).rejects.toThrow(`${path} cannot be read`);
  await expect(readSettings(sitesSettings(`${path}.gone`))).rejects.toThrow('ENOENT');
  expect(await readSettings(sitesSettings(`${path}.gone`, noSites))).toBe(noSites);
});
