import fc from 'fast-check';
import { channels } from '../channel.ts';
import {
  crawlDimensions,
  type Dimension,
  type Filter,
  pageviewDimensions,
  sessionDimensions,
} from '../filter.ts';
import { type Text, vocabulary } from '../traffic/vocabulary.ts';

const dimensions = [...Object.keys(sessionDimensions), ...Object.keys(pageviewDimensions)] as Dimension[];

/** Dimensions that need more than the first ping of a session: requested more often. */
const involved: Dimension[] = ['page', 'page', 'referrer', 'exit_page', 'exit_page', 'visitor_type', 'site'];

const ofEvents: Dimension[] = [
  'event',
  'event',
  ...vocabulary.property.map((name) => `prop.${name}` as const),
];

/** The sites of a traffic, and one without pings. */
const sites = ['a', 'b', 'none'];

/** The values of pings in a dimension. */
function valuesOf(dimension: Dimension): readonly string[] {
  switch (dimension) {
    case 'page':
    case 'entry_page':
    case 'exit_page':
      return vocabulary.page_path;
    case 'entry_referrer':
      return vocabulary.referrer;
    case 'visitor_type':
      return ['new', 'returning'];
    case 'channel':
      return channels;
    case 'operator':
      return ['OpenAI', 'Google', ''];
    case 'crawler':
      return ['GPTBot', '=MysteryBot', 'Bingbot'];
    case 'purpose':
      return ['training', 'search', 'other'];
    case 'seen_by':
      return ['log', 'server', 'tracker'];
    case 'site':
      return sites;
    default:
      return dimension.startsWith('prop.') ? vocabulary.value : vocabulary[dimension as Text];
  }
}

/** Up to four characters of a value, in either case; every value contains the empty text. */
const fragment = (value: string) =>
  fc
    .record({ from: fc.nat({ max: value.length }), size: fc.nat({ max: 4 }), upper: fc.boolean() })
    .map((cut) => {
      // By character, so that no half of a surrogate pair is sent.
      const text = [...value].slice(cut.from, cut.from + cut.size).join('');
      return cut.upper ? text.toUpperCase() : text.toLowerCase();
    });

export function filterOn(dimension: Dimension): fc.Arbitrary<Filter> {
  const value = fc.constantFrom(...valuesOf(dimension));
  const equals = fc.record({
    dimension: fc.constant(dimension),
    operator: fc.constantFrom<Filter['operator']>(':', '!:'),
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
  });
  const contains = fc.record({
    dimension: fc.constant(dimension),
    operator: fc.constantFrom<Filter['operator']>('~', '!~'),
    values: fc.array(value.chain(fragment), { minLength: 1, maxLength: 2 }),
  });
  return fc.oneof(equals, contains);
}

const filter = fc
  .constantFrom(...dimensions, ...involved, ...involved, ...ofEvents, ...ofEvents)
  .chain(filterOn);

/** Mostly none or one: several leave few rows. */
const someOf = (filter: fc.Arbitrary<Filter>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Filter[]>([]) },
    { weight: 3, arbitrary: fc.tuple(filter) },
    { weight: 1, arbitrary: fc.array(filter, { minLength: 2, maxLength: 3 }) },
  );

export const filters = someOf(filter);

export const crawlFilters = someOf(
  fc.constantFrom(...(Object.keys(crawlDimensions) as (keyof typeof crawlDimensions)[])).chain(filterOn),
);
