import { added, type Filter, filterText, isChosen, readFilter, toggled } from './filter.ts';

const source = (...values: string[]): Filter => ({ dimension: 'source', operator: ':', values });

const form = 'a name, one of the operators : !: ~ !~ and a value, such as country:NL';
const names = expect.stringMatching(
  /^one of the names page, entry_page, .*, visitor_type, event, or prop\. and the name of a property$/,
);
const most = 'at most 100 values, each of at most 2000 characters';

test.each([
  ['', form],
  ['Google', form],
  ['source=x', form],
  ...['nothing:x', ':x', 'toString:x', 'SOURCE:x', 'prop.:x', 'prop.a b:x'].map((text) => [text, names]),
  ['visitor_type:retuning', 'visitor_type:new or visitor_type:returning'],
  ['visitor_type!:', 'visitor_type!:new or visitor_type!:returning'],
  [`page:${'|'.repeat(100)}`, most],
  [`page:${'x'.repeat(2001)}`, most],
])('refuses %.40j with the reason', (text, accepts) => {
  expect(readFilter(text)).toEqual({ accepts });
});

test('a click selects a value, another click another one, the same again none', () => {
  const first = toggled([], [['source', 'Google']]);
  expect(first).toEqual([source('Google')]);
  expect(toggled(first, [['source', 'Bing']])).toEqual([source('Bing')]);
  expect(toggled(first, [['source', 'Google']])).toEqual([]);
});

test('selects and removes values that belong together', () => {
  const both = [
    ['source', 'Google'],
    ['medium', 'organic'],
  ] as const;
  const chosen = toggled([{ ...source('Bing'), operator: '!:' }], both);
  expect(chosen.map(filterText)).toEqual(['source:Google', 'medium:organic']);
  expect(toggled(chosen, both)).toEqual([]);
});

test('a value is selected when it is the only one', () => {
  expect(isChosen([source('Google')], 'source', 'Google')).toBe(true);
  expect(isChosen([source('Google', 'Bing')], 'source', 'Google')).toBe(false);
  expect(isChosen([{ ...source('Google'), operator: '!:' }], 'source', 'Google')).toBe(false);
});

test('values of one property join its filter, and no other', () => {
  const before = [source('Google'), { ...source('Bing'), operator: '!:' as const }];
  const joined = added(before, source('Google', 'Ecosia'));
  expect(joined.map(filterText)).toEqual(['source:Google|Ecosia', 'source!:Bing']);
  expect(added(before, { ...source('x'), operator: '~' })).toHaveLength(3);
});
