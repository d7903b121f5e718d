import { readFileSync } from 'node:fs';
import { type PingField, pingFields, type Rule } from '@tallyhouse/ping';

const docs = readFileSync('docs/api.md', 'utf8');

type Accepted = Exclude<Rule, { kind: 'no field' }>;

function accepted(rule: Accepted): string {
  switch (rule.kind) {
    case 'site':
      return '1 to 64 of `A-Z a-z 0-9 . _ -`; default `blog`';
    case 'ping type':
      return '`view`, `engage` or `event`; default `view`';
    case 'event name':
      return `on events only: text of 1 to ${rule.max} characters, none of them a control character; trimmed`;
    case 'event id':
      return `on events only: text of 1 to ${rule.max} characters`;
    case 'props':
      return 'on events only: object of at most 30 texts (cut at 500 characters), numbers and booleans, with names of 1 to 40 of `A-Z a-z 0-9 _ . -`';
    case 'revenue':
      return 'on events only: `{"amount", "currency"}`, a decimal of at most 14 digits before and 4 after the point and an ISO 4217 code';
    case 'id':
      return `text of 1 to ${rule.max} characters`;
    case 'url':
      return 'absolute http or https URL';
    case 'path':
    case 'text':
    case 'referrer':
      return `text, cut at ${rule.max.toLocaleString('en')} characters`;
    case 'whole':
      return `number, clamped to 0 to ${rule.max.toLocaleString('en')} and rounded`;
    case 'language':
      return 'text: a language tag, or a list of which the first counts; default the `Accept-Language` header';
    case 'time':
      return 'ISO 8601 with an offset, or milliseconds since 1970';
    case 'ip':
      return 'IPv4 or IPv6 address';
    case 'user agent':
      return 'text';
  }
}

test('docs/api.md lists the fields of a ping: names, accepted values and descriptions', () => {
  const fields = Object.entries<PingField>(pingFields).flatMap(([name, { rule, keyed, comment }]) =>
    rule === undefined || rule.kind === 'no field'
      ? []
      : [`| \`${name}\` | ${accepted(rule)}${keyed ? '; with the key only' : ''} | ${comment} |`],
  );
  const section = docs.slice(docs.indexOf('## A ping\n')).split('\n## ', 1).join();
  expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(fields);
});
