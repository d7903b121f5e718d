import { writeFile } from 'node:fs/promises';
import { folderOfTest } from '../../../../../test/harness/temporary-folder.ts';
import { sitesCommand } from './sites.ts';

const inFolder = folderOfTest();
const file = () => inFolder('sites.yaml');

/** What a check of the file says, by lines. */
async function linesOf(text: string) {
  await writeFile(file(), text);
  return (await sitesCommand(['check', file()], {})).split('\n');
}

test('a valid file is summed up: the one named, else SITES_FILE, else that of the data folder', async () => {
  const [named, other] = [inFolder('named.yaml'), inFolder('sites.yaml')];
  const [a, b] = ['{ group: g, goals: { A: event:A, B: event:B } }', '{ group: g, retention_days: 1 }'];
  await writeFile(named, `accept: listed\nsites:\n  a: ${a}\n  b: ${b}`);
  await writeFile(other, '{}');
  const ofNamed = `${named} is valid: 2 sites, 1 group, 2 goals, 0 funnels, 0 segments. Pings of other sites are dropped.`;
  const ofOther = `${other} is valid: 0 sites, 0 groups, 0 goals, 0 funnels, 0 segments. Pings of other sites are stored too.`;
  expect(await sitesCommand(['check', named], { DATA_DIR: inFolder() })).toBe(ofNamed);
  expect(await sitesCommand(['check'], { DATA_DIR: inFolder(), SITES_FILE: named })).toBe(ofNamed);
  expect(await sitesCommand(['check'], { DATA_DIR: inFolder() })).toBe(ofOther);
});

test('pages that no ping can have are named: by their host, their path, and their parameters', async () => {
  const [valid, ...warnings] = await linesOf(`sites:
  shop:
    hosts: [shop.example]
    exclude: { paths: [/admin/*, "/list?*=x", /what?] }
    query_parameters: [step]
    goals:
      Fine: page:/thanks/|/caf%C3%A9|/order?step=3|https://shop.example/thanks
      Search: event:Search;page!:/admin/a|/x?y=1
      Parts: page~/admin/a?y=1
      Elsewhere: page:https://other.example/thanks
      Staff: page:/admin/
      Nothing: "page:/a|"
      Homeless: "event:Signup;page:"
      Odd: "page!:;page~"
    funnels: { Buy: ["page:/cart", "page:/order?step=3&id=7&id=8", "page:"] }
    segments: { Staff: ["entry_page:/admin/a%20b"] }
`);
  expect(valid).toContain('is valid: 1 site, 0 groups, 8 goals');
  expect(warnings).toEqual([
    '  Warning: sites.shop.exclude.paths: /list?*=x drops no ping, as paths are compared without their query',
    '  Warning: sites.shop.goals.Elsewhere: https://other.example/thanks is on a host that is not one of hosts: its pings are dropped',
    '  Warning: sites.shop.goals.Staff: /admin/ is excluded by exclude.paths: its pings are dropped',
    '  Warning: sites.shop.goals.Nothing: page: is empty, which no view is: page:/ is the home page',
    '  Warning: sites.shop.funnels.Buy: /order?step=3&id=7&id=8 means /order?step=3, as query_parameters does not name id',
    '  Warning: sites.shop.funnels.Buy: page: is empty, which no view is: page:/ is the home page',
    '  Warning: sites.shop.segments.Staff: /admin/a%20b is excluded by exclude.paths: its pings are dropped',
  ]);
});

test('rules of channels that take no session are named', async () => {
  const [, ...warnings] =
    await linesOf(`defaults: { channels: [{ name: Old, source: fb, campaign: x }, { name: Own, source: [facebook, t.co, google.de, "a "] }] }
sites:
  shop:
    channels:
      - { name: Sale, campaign: [sale, /^sale-/] }
      - { name: Again, campaign: [SALE, Sale-1, /^sale-/], medium: email }
      - { name: Mail, medium: [email, ""] }
      - { name: Fine, source: partner.example, medium: [email, referral] }
      - { name: Late, source: Partner.example, medium: [email, referral] }
`);
  const [own, shop] = ['  Warning: defaults.channels', '  Warning: sites.shop.channels'];
  expect(warnings).toEqual([
    `${own}.0 (Old): source "fb" matches nothing: it is stored as Facebook`,
    `${own}.1 (Own): source "t.co" matches nothing: it is stored as X`,
    `${own}.1 (Own): source "google.de" matches nothing: it is stored as Google`,
    `${own}.1 (Own): source "a " matches nothing: blanks around it are not stored`,
    `${shop}.1 (Again) takes no session: earlier rules take all that it would`,
    `${shop}.2 (Mail): medium "" matches nothing: every session has one`,
    `${shop}.4 (Late) takes no session: earlier rules take all that it would`,
  ]);
});

test('an expression that V8 would try for days ends no check: its list is not compared, others are', async () => {
  const [valid, ...warnings] = await linesOf(`sites:
  blog: { channels: [{ name: A, source: "/^(a+)+$/" }, { name: B, source: "${'a'.repeat(60)}!" }, { name: C, medium: "" }] }
  shop: { channels: [{ name: A, source: "/^a/" }, { name: B, source: abc }] }
`);
  expect(valid).toContain('is valid: 2 sites');
  expect(warnings).toEqual([
    '  Warning: sites.blog.channels.2 (C): medium "" matches nothing: every session has one',
    '  Warning: sites.blog.channels: whether earlier rules take all of a later one was not found in 2 seconds',
    '  Warning: sites.shop.channels.1 (B) takes no session: earlier rules take all that it would',
  ]);
});

test('control characters do not reach the terminal', async () => {
  const [, warning] = await linesOf('sites: { a: { exclude: { paths: ["/\\e]52;c;eA==\\a?x"] } } }');
  expect(warning).toContain('sites.a.exclude.paths: /?]52;c;eA==??x drops no ping');
});

test('mistakes are named with their lines', async () => {
  const mistakes = [
    `${file()}:2: sites.a.host: is not known here`,
    `${file()}:3: sites.b.hosts: must name a host`,
  ];
  const message = [`${file()} is refused as a whole:`, ...mistakes].join('\n  ');
  await expect(linesOf('sites:\n  a: { host: x }\n  b: { hosts: [] }\n')).rejects.toThrow(message);
  await writeFile(file(), 'sites: { a: { ip_storage: full } }');
  await expect(sitesCommand(['check', file()], { PRIVACY: 'cnil' })).rejects.toThrow(
    'contradicts PRIVACY=cnil',
  );
  await expect(sitesCommand(['check', inFolder('gone')], {})).rejects.toThrow('ENOENT');
  await expect(sitesCommand(['list'], {})).rejects.toThrow('Say what to do: check [file].');
});
