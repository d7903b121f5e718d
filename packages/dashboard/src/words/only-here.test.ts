import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Module, parseSync } from '@swc/core';

/** Only the messages have texts, so that every language has them; they are read after the language was chosen. */

const source = 'packages/dashboard/src';
const all = readdirSync(source, { recursive: true, encoding: 'utf8' });
const files = all.filter((path) => /(?<!\.test)\.tsx?$/.test(path));

/** Names, which are the same in every language. */
const names = ['Tallyhouse', 'IP Geolocation by DB-IP'];
const read = /^(title|alt|label|placeholder|about|empty|aria-(label|description|valuetext|roledescription))$/;

const parse = (path: string): Module =>
  parseSync(readFileSync(join(source, path), 'utf8'), { syntax: 'typescript', tsx: path.endsWith('x') });

/** A part of a syntax tree. */
type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The texts that an expression has itself, in any of its branches: what it calls, compares and reads is none. */
function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node['type'] === 'StringLiteral') return [String(node['value'])];
  if (node['type'] === 'TemplateLiteral' && Array.isArray(node['quasis']))
    return node['quasis'].map((part) => String(part.raw));
  const { left, right, operator } = node;
  const chosen = /^(&&|\|\||\?\?)$/.test(String(operator)) ? [left, right] : [];
  return [node['expression'], node['consequent'], node['alternate'], ...chosen].flatMap(textsOf);
}

/** The texts that readers see, as JSX and as attributes, that are not messages. */
function shownIn(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node['type'] === 'JSXText') return [String(node['value']).trim()];
  if (node['type'] === 'JSXAttribute') {
    const { value, name } = node;
    return [...(isNode(name) && read.test(String(name['value'])) ? textsOf(value) : []), ...shownIn(value)];
  }
  const children = node['type'] === 'JSXElement' || node['type'] === 'JSXFragment' ? node['children'] : [];
  const own = Array.isArray(children) ? children.flatMap(textsOf) : [];
  return [...own, ...Object.values(node).flatMap(shownIn)];
}

const isText = (text: string) => /\p{L}/u.test(text) && !names.includes(text);

test('the rule sees texts in JSX, in its expressions and in attributes that are read', () => {
  const tsx = "<p class='a b' title={x === 'y' ? 'One' : f('z')}>Two {x && `Three`} <Tallyhouse /></p>";
  const found = shownIn(parseSync(tsx, { syntax: 'typescript', tsx: true }));
  expect(found.filter(isText).sort()).toEqual(['One', 'Three', 'Two']);
});

test('no part of the page says anything that is not a message', () => {
  const components = files.filter((path) => path.endsWith('x'));
  expect(components.length).toBeGreaterThan(100);
  const found = components.map((path) => [path, shownIn(parse(path)).filter(isText)] as const);
  expect(found.filter(([, texts]) => texts.length > 0)).toEqual([]);
});

/** Whether a file reads a message when it is loaded: outside of every function. Types do not count. */
function readsEarly(node: unknown): boolean {
  if (!isNode(node)) return false;
  const type = String(node['type']);
  if (/Function|^Import|^Ts(Type|Interface)|^ClassMethod/.test(type)) return false;
  if (type === 'MemberExpression' && isNode(node['object']) && node['object']['value'] === 'messages')
    return true;
  return Object.values(node).some(readsEarly);
}

test('no message is read before the language is chosen', () => {
  const code = 'const a = { b: messages.c };\nconst d = () => messages.e;';
  const early = parseSync(code, { syntax: 'typescript' });
  expect(early.body.map(readsEarly)).toEqual([true, false]);
  expect(files.filter((path) => readsEarly(parse(path)))).toEqual([]);
});
