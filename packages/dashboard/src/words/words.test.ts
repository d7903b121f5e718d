import { dropReasons } from '@tallyhouse/ping/drop-reasons';
import { dimensionNames, dimensions } from '../filters/filter.ts';
import { languageFor } from './choice.ts';
import { counted } from './counted.ts';
import { en } from './en/en.ts';
import { languages } from './languages.ts';
import { kind, messages, speak } from './words.ts';

const values = ['‹1›', '‹2›', '‹3›'];

/** The texts below a part of the messages, by their paths: functions with marks as values. */
function textsIn(part: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof part === 'string') return [[path.join('.'), part]];
  if (typeof part === 'function') return [[path.join('.'), part(...values)]];
  return Object.entries(part ?? {}).flatMap(([name, inner]) => textsIn(inner, [...path, name]));
}

const english = new Map(textsIn(en));
const others = Object.entries(languages).filter(([tag]) => tag !== 'en');

/** What a language calls by the same name as English. */
const same: Readonly<Record<string, string>> = {
  de: 'API,Agent,Crawler,SEO,Training,Desktop,Details,Median,Name,Segment,Tablet,Text,Wearable',
  fr:
    'Agent,SEO,API,Annotations,Annotations (+),Attribution,Conditions,Conversions,Note,Page,Pages,pages,Question,Questions,' +
    'Segment,Segments,segment ‹1›,Silence,Site,Sites,Type,‹1› (site),‹1› site,‹1› sites,‹1› conversion,‹1› conversions,−‹1› min',
  es: 'SEO,API,bots,−‹1› min',
  ja: 'API,SEO',
};

test.each(others)('nothing of %s was left in English, and every value is shown', async (tag, { load }) => {
  const texts = textsIn(await load());
  expect(texts.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
  const isSame = ([path, text]: [string, string]) => text === english.get(path) && /\p{L}/u.test(text);
  const left = texts.filter(isSame).map(([, text]) => text);
  expect([...new Set(left)].sort()).toEqual((same[tag]?.split(',') ?? []).sort());
  const valuesIn = (text = '') => values.filter((value) => text.includes(value));
  for (const [path, text] of texts)
    expect(valuesIn(text)).toEqual(expect.arrayContaining(valuesIn(english.get(path))));
});

// Their short months end with a period: `28. Sept.`.
test.each([languages.de, languages.fr])(
  'no sentence in German or French ends with a date',
  async ({ load }) => {
    const { retention } = await load();
    for (const before of Object.values(retention.noneBefore)) expect(before('‹1›')).not.toContain('‹1›.');
  },
);

// A line may end at an ordinary space. The operators of filters are a list.
test.each([
  ['fr', / [:;!?»%]|« /],
  ['de', / [%…]/],
  ['es', / %/],
] as const)('no sign of %s begins a line, or ends one', async (tag, broken) => {
  const texts = textsIn(await languages[tag].load());
  expect(texts.filter(([path, text]) => broken.test(text) && path !== 'address.filter')).toEqual([]);
});

test.each(others)('%s names every dimension', async (_, { load }) => {
  const { filters } = await load();
  expect([...filters.dimensions.keys()].sort()).toEqual([...new Set(Object.values(dimensions))].sort());
});

test('each reason for which pings are dropped has a name and a cure', () => {
  for (const words of [en.dropped.names, en.dropped.cures])
    expect(Object.keys(words).sort()).toEqual([...dropReasons].sort());
});

// A column is explained by its name. No list has visits by whether they are the first one.
test.each(others)('no dimension of %s is called like a number that is explained', async (_, { load }) => {
  const { filters, numbers } = await load();
  const explained = Object.entries(numbers.names).filter(([key]) => Object.hasOwn(numbers.definitions, key));
  const dimensions = [...filters.dimensions].filter(([english]) => english !== 'Visit');
  const names = explained.map(([, name]) => name);
  expect(dimensions.filter(([, [name]]) => names.includes(name))).toEqual([]);
});

test.each([
  ['?lang=fr', 'de', ['es'], 'fr'],
  ['?lang=xx', 'de', ['es'], 'de'],
  ['', null, ['fi', 'ja-JP', 'de'], 'ja'],
  ['', 'xx', ['de-AT', 'en'], 'de'],
  ['', null, ['fi', 'constructor'], 'en'],
])('the address %s, the choice %s and a browser for %j: %s', (search, kept, wanted, language) => {
  expect(languageFor(search, kept, wanted)).toBe(language);
});

test('the page speaks one language at a time, with its own plurals', async () => {
  await speak('fr', ['fr-CH', 'de']);
  expect(counted(messages.home.count, 2)).toBe('2 sites');
  expect(kind).toBe('fr-CH');
  expect(counted(messages.home.count, 0)).toBe('0 site');
  expect([1, 2].map((views) => counted(messages.page.views, views))).toEqual(['vue', 'vues']);
  expect(counted(messages.funnel.stopped, 1)).toBe('1 abandon ici');
  expect(messages.general.inText('Sources UTM')).toBe('sources UTM');
  expect(dimensionNames('country')).toBe('Pays');
  await speak('es');
  expect(['1:15', '13:15'].map((time) => messages.period.until('7 nov', time))).toEqual([
    '7 nov, hasta la 1:15',
    '7 nov, hasta las 13:15',
  ]);
  await speak('en');
  expect(dimensionNames('country')).toBe('Countries');
  expect(messages.general.inText('Revenue, EUR')).toBe('revenue, EUR');
});
