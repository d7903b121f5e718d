import fc from 'fast-check';
import { parseDocument, stringify } from 'yaml';
import { withMembers } from './edit-text.ts';

const blog = { name: 'The Blog', hosts: ['blog.example', 'www.blog.example'], goals: { Read: 'page:/b' } };

/** Odd and legal: comments everywhere, lists that are not indented, blanks, a file that ends without a line end. */
const commented = `# Ours.
accept: listed   # all others are dropped

sites:
  # The first.
  blog:
    name:   The Blog # for people
    hosts:
    - blog.example  # the host
    # and its other one
    - 'www.blog.example'
    goals: { Read: "page:/b" }
  # Kept for the archive.
  notes: {group: writing} # old

  shop:
      name: "Shop"   # indented by more
# The end.`;

const all = { blog, notes: { group: 'writing' }, shop: { name: 'Shop' } };
const { goals, hosts } = blog;
const [title, host] = ['    name:   The Blog # for people', '    - blog.example  # the host'];
const [read, shop] = ['    goals: { Read: "page:/b" }', '      name: "Shop"   # indented by more'];
const readAndBuy = '    goals: { Read: "page:/b", "Buy": "event:B" }';

/** What becomes of the sites, undefined when one goes, and of which lines of the text: `-` is gone, `+` is new. */
test.each<[string, Record<string, object | undefined>, string]>([
  ['nothing', {}, ''],
  ['a text', { blog: { ...blog, name: 'A: b' } }, `-${title}\n+    name:   "A: b" # for people`],
  ['a member more', { shop: { name: 'Shop', group: 'g' } }, '+      group: g'],
  ['a member less', { blog: { hosts, goals } }, `-${title}`],
  ['a list longer', { blog: { ...blog, hosts: [...hosts, 'x.example'] } }, '+    - x.example'],
  ['a list shorter', { blog: { ...blog, hosts: hosts.slice(1) } }, `-${host}`],
  ['an entry of a list', { blog: { ...blog, hosts: ['a', hosts[1]] } }, `-${host}\n+    - a  # the host`],
  ['in brackets', { blog: { ...blog, goals: { ...goals, Buy: 'event:B' } } }, `-${read}\n+${readAndBuy}`],
  ['out of brackets', { blog: { ...blog, goals: {} } }, `-${read}\n+    goals: { }`],
  ['a site more', { '010': { hosts: ['x'] } }, '+  "010":\n+    hosts: [x]'],
  ['a line separator of Unicode', { new: { name: 'a\u2028b' } }, '+  new:\n+    name: a\u2028b'],
  ['a text that separates documents', { shop: { name: '---' } }, `-${shop}\n+${shop.replace('Shop', '---')}`],
  ['a site less', { notes: undefined }, '-  notes: {group: writing} # old'],
  ['an empty one', { shop: {} }, `-${shop}\n+        {}`],
])('%s', (_name, change, expected) => {
  const sites = JSON.parse(JSON.stringify({ ...all, ...change }));
  const text = withMembers(commented, { sites });
  expect(parseDocument(text).toJS()).toEqual({ accept: 'listed', sites });
  const [before, after] = [commented.split('\n'), text.split('\n')];
  const gone = before.filter((line) => !after.includes(line)).map((line) => `-${line}`);
  const made = after.filter((line) => !before.includes(line)).map((line) => `+${line}`);
  expect([...gone, ...made].join('\n')).toBe(expected);
  // All else has its order.
  const rest = (lines: string[], others: string[]) => lines.filter((line) => others.includes(line));
  expect(rest(before, after)).toEqual(rest(after, before));
  expect(withMembers(commented.replaceAll('\n', '\r\n'), { sites })).toBe(text.replaceAll('\n', '\r\n'));
});

const text = fc.constantFrom('a', 'b c', '*', '- x', 'a: b', '#c', '[,', '10', '', '---', '...', 'ü"\'');
const plain = { noNullPrototype: true };
const list = fc.array(text, { maxLength: 4 });
const name = fc.constantFrom('a', 'b c', '10', '#e', '---', 'sites');
const [goalsOf, funnels] = [fc.dictionary(name, text, plain), fc.dictionary(name, list, plain)];
const exclude = fc.record({ paths: list }, plain);
const member = { name: text, hosts: list, goals: goalsOf, funnels, exclude };
const site = fc.record(member, { requiredKeys: [], noNullPrototype: true });
const keys = fc.array(fc.record({ name: text, sites: list }, plain), { maxLength: 4 });
const content = fc.record({ sites: fc.dictionary(name, site, plain), keys }, plain);

test.each<[string, (value: unknown) => string]>([
  ['lines', (value) => stringify(value)],
  ['lines that are not indented', (value) => stringify(value, { indentSeq: false, indent: 4 })],
  ['entries on the line below a dash', (value) => stringify(value).replace(/^( *)- /gm, '$1- # - b\n$1  ')],
  ['brackets', (value) => stringify(value, { collectionStyle: 'flow' })],
  ['JSON', (value) => JSON.stringify(value)],
  ['JSON on lines', (value) => JSON.stringify(value, null, 2)],
])('any content becomes any other, written in %s', (style, print) => {
  fc.assert(
    fc.property(content, content, (before, after) => {
      const result = withMembers(print(before), after);
      expect(parseDocument(result).toJS()).toEqual(after);
      if (style.startsWith('JSON')) expect(JSON.parse(result)).toEqual(after);
    }),
    { numRuns: 25 },
  );
});
