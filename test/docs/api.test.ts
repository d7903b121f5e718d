import { readFileSync } from 'node:fs';
import { dimensions } from '@tallyhouse/filter';
import { type PingField, pingFields, type Rule } from '@tallyhouse/ping';
import { dropReasons } from '@tallyhouse/ping/drop-reasons';
import { endpoints } from '@tallyhouse/query/endpoints';
import { describeApi } from '@tallyhouse/query/openapi';
import { Description } from '../api/described.ts';
import { documents, quotedIn, sectionOf, tablesOf } from './markdown.ts';

/** Lists that easily go stale: reports, dimensions, fields of a ping, options of the tracker's tag. */
const read = (page: string) => readFileSync(`docs/${page}.md`, 'utf8');

/** The texts in backquotes in the first column of the tables below a heading. */
const listed = (page: string, anchor: string) =>
  tablesOf(sectionOf(read(page), anchor) ?? '').flatMap(({ rows }) =>
    rows.flatMap(([cell = '']) => quotedIn(cell)),
  );

test('docs/api/sites.md says what each reason for which pings are dropped means', () => {
  const section = sectionOf(read('api/sites'), 'what-became-of-the-pings') ?? '';
  expect(quotedIn(section.slice(section.indexOf('- `dropped`')))).toEqual(
    expect.arrayContaining([...dropReasons]),
  );
});

/** A path without the names of its parameters, which the document shortens. */
const plain = (path: string) => path.replace(/\{\w+\}|:\w+/g, '*');

test('docs/api.md lists every report, and no other', () => {
  expect(listed('api', 'all-reports').map(plain).sort()).toEqual(
    endpoints.map(({ path }) => plain(path)).sort(),
  );
});

test('docs/api/query.md lists every dimension, and no other', () => {
  // Skips the table of operators and `prop.<name>`, which are not words.
  const names = listed('api/query', 'filters').filter((name) => /^\w+$/.test(name));
  expect(names.sort()).toEqual([...dimensions.keys()].sort());
});

type Accepting = Exclude<Rule, { kind: 'no field' }>;
const cut = ({ max }: { max: number }) => `text, cut at ${max.toLocaleString('en')} characters`;
/** The values of a field, by the kind of its rule. */
const accepted: { [Kind in Accepting['kind']]: (rule: Accepting & { kind: Kind }) => string } = {
  site: () => '1 to 64 of `A-Z a-z 0-9 . _ -`, but not `.` or `..`; default `blog`',
  'ping type': () => '`view`, `engage` or `event`; default `view`',
  'event name': ({ max }) =>
    `on events only: text of 1 to ${max} characters, none of them a control character; trimmed`,
  'event id': ({ max }) => `on events only: text of 1 to ${max} characters`,
  props: () =>
    'on events only: object of at most 30 texts (cut at 500 characters), numbers and booleans, with names of 1 to 40 of `A-Z a-z 0-9 _ . -`',
  revenue: () =>
    'on events only: `{"amount", "currency"}`, a decimal of at most 14 digits before and 4 after the point and an ISO 4217 code',
  id: ({ max }) => `text of 1 to ${max} characters`,
  url: () => 'absolute http or https URL',
  path: cut,
  text: cut,
  referrer: cut,
  whole: ({ max }) => `number, clamped to 0 to ${max.toLocaleString('en')} and rounded`,
  language: () =>
    'text: a language tag, or a list of which the first counts; default the `Accept-Language` header, except that of a sender with the key',
  time: () => 'ISO 8601 with an offset, or milliseconds since 1970',
  ip: () => 'IPv4 or IPv6 address',
  'user agent': () => 'text',
  vitals: () =>
    'on views and engagement only: object with any of `lcp_ms`, `inp_ms`, `fcp_ms`, `ttfb_ms` (integers, 0 to 600,000) and `cls` (number, 0 to 100); others are refused',
  hints: ({ max }) =>
    `object with \`platform\`, \`platform_version\` and \`model\` (texts, cut at ${max} characters) and \`touch\` (boolean); default the \`Sec-CH-UA-…\` headers`,
};
const acceptedBy = (rule: Accepting) => (accepted[rule.kind] as (rule: Accepting) => string)(rule);

test('docs/api/pings.md lists the fields of a ping: names, accepted values and descriptions', () => {
  const fields = Object.entries<PingField>(pingFields).flatMap(([name, { rule, keyed, comment }]) =>
    rule === undefined || rule.kind === 'no field'
      ? []
      : [`| \`${name}\` | ${acceptedBy(rule)}${keyed ? '; with the key only' : ''} | ${comment} |`],
  );
  const section = sectionOf(read('api/pings'), 'a-ping') ?? '';
  expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(fields);
});

test("docs/tracker.md lists the options that the script's tag can have, no more and no fewer", () => {
  const source = readFileSync('packages/tracker/src/options.ts', 'utf8');
  const options = [...source.matchAll(/^type (?:Text|Switch) = .+$/gm)].flatMap(
    ([type]) => type.match(/\w+(?=')/g) ?? [],
  );
  const table = read('tracker').matchAll(/^\| `data-([\w-]+)/gm);
  expect(options.length).toBeGreaterThan(5);
  expect([...table].map(([, name]) => name).sort()).toEqual(options.sort());
});

test('each response in the documents is as described', () => {
  const description = new Description(JSON.parse(JSON.stringify(describeApi(endpoints))));
  const form = /\/api(\/v1\/[^\s?"']+)[^`]*```\n\n```json\n(.*?)```\n\n(Shortened)?/gs;
  const examples = documents().flatMap((file) => [...readFileSync(file, 'utf8').matchAll(form)]);
  expect(examples.length).toBeGreaterThan(25);
  for (const [, path = '', text = '', shortened] of examples) {
    const body = JSON.parse(text);
    const status = 'error' in body ? 400 : 200;
    const check = () => description.check(`/api${path}`, status, 'application/json', body);
    // A shortened response has all of its meta.
    if (shortened) expect(check).toThrow(/^(?!.*at meta)/s);
    else expect(check).not.toThrow();
  }
});
