import { formatCount } from '../format/numbers.ts';
import { messages } from '../words/words.ts';
import {
  type Dimension,
  dimensionName,
  type dimensions,
  type Filter,
  listedDimensions,
  propertyDimension,
  readFilter,
} from './filter.ts';
import type { Segment } from './segments.ts';
import type { useValues, Value } from './values.ts';
import { conditionOf, isNamed } from './words.ts';

export interface Option {
  key: string;
  words: string;
  /** The property of a value, and its count. */
  second: string;
  does: { add: Filter } | { within: Dimension } | { apply: Segment };
}

const mostOptions = 50;

/** The choices so far; guesses come once no value is being looked for. @param within the property that was chosen first */
export function optionsFor(
  text: string,
  within: Dimension | undefined,
  { values, settled, loading }: ReturnType<typeof useValues>,
  segments: readonly Segment[],
): readonly Option[] {
  const typed = text.trim();
  const has = (words: string) => words.toLowerCase().includes(typed.toLowerCase());
  const begins = ({ name }: Value) => Number(name.toLowerCase().startsWith(typed.toLowerCase()));
  const found = values
    .filter(({ dimension, name, value }) => (within ?? dimension) === dimension && (has(name) || has(value)))
    .sort((one, other) => begins(other) - begins(one) || (other.count ?? 0) - (one.count ?? 0));
  const options = found.slice(0, mostOptions).map(valueOption);
  const isComplete = settled && !loading;
  if (within !== undefined)
    return typed === '' || !isComplete ? options : [...options, ...typedOptions(within, typed, found)];
  const saved = segments.filter(({ name }) => has(name)).map(segmentOption);
  const named = listedDimensions.filter((dimension) => has(dimensionName(dimension)));
  if (typed === '') return [...saved, ...named.map(propertyOption)];
  const parts = [...new Set([...found.map(({ dimension }) => dimension), 'page' as const])].slice(0, 3);
  return [
    ...saved,
    ...writtenOption(typed),
    ...options,
    ...named.map(propertyOption),
    ...(isComplete ? parts.flatMap((dimension) => typedOptions(dimension, typed, found)).filter(isPart) : []),
  ];
}

const isPart = ({ does }: Option) => 'add' in does && does.add.operator === '~';

const valueOption = ({ dimension, value, name, count }: Value): Option => ({
  key: `${dimension}:${value}`,
  words: name,
  second: [dimensionName(dimension), ...(count === undefined ? [] : [formatCount(count)])].join(' · '),
  does: { add: { dimension, operator: ':', values: [value] } },
});

const propertyOption = (dimension: keyof typeof dimensions): Option => ({
  key: dimension,
  words: dimensionName(dimension),
  second: messages.filters.property,
  does: { within: dimension },
});

/** The sites file and the browser may have one of the same name. */
const segmentOption = (segment: Segment, index: number): Option => ({
  key: `segment ${index}`,
  words: segment.name,
  second: messages.filters.segment,
  does: { apply: segment },
});

/** Part of a value, or a value that does not occur in the period. */
function typedOptions(dimension: Dimension, text: string, found: readonly Value[]): Option[] {
  if (isNamed(dimension)) return [];
  const exact = found.some(
    ({ name, value, ...of }) => of.dimension === dimension && [name, value].includes(text),
  );
  const part: Filter = { dimension, operator: '~', values: [text] };
  const whole: Filter = { ...part, operator: ':' };
  return [part, ...(exact ? [] : [whole])].map(filterOption);
}

/** A filter in the form of the address, such as `country:NL`, or of a property of events: `plan:pro`. */
function writtenOption(text: string): Option[] {
  const [, name = '', rest = ''] = /^([\w.-]{1,40})(!?[:~].+)$/s.exec(text) ?? [];
  const read = [readFilter(text), readFilter(`${propertyDimension(name)}${rest}`)];
  return read.flatMap((filter) => ('dimension' in filter ? [filterOption(filter)] : [])).slice(0, 1);
}

const filterOption = (filter: Filter): Option => ({
  key: `typed ${filter.dimension}${filter.operator}${filter.values}`,
  words: conditionOf(filter),
  second: messages.filters.filter,
  does: { add: filter },
});
