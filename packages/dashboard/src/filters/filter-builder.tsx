import { useId, useRef, useState } from 'preact/hooks';
import { Foreign } from '../panels/list.tsx';
import { useView } from '../url/use-view.ts';
import { Chip } from './chip.tsx';
import {
  dimensions,
  type Filter,
  filterText,
  mostFilters,
  type Operator,
  operators,
  propertyDimension,
  readFilter,
} from './filter.ts';
import { useSuggestions } from './suggestions.ts';
import { signs, valueName } from './words.ts';

/** The choice in the list of dimensions for a property of events, whose name is typed. */
const property = 'prop';
const isListed = (name: string): name is keyof typeof dimensions => Object.hasOwn(dimensions, name);

/** Makes a filter of a dimension, an operator and any of some values; those of the period are suggested while one types. */
export function FilterBuilder({ onAdd }: { onAdd: (filter: Filter) => void }) {
  const { view } = useView();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState<string>('source');
  const [key, setKey] = useState('');
  const [operator, setOperator] = useState<Operator>(':');
  const [values, setValues] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const dimension = isListed(name) ? name : propertyDimension(key.trim());
  const suggestions = useSuggestions(dimension, text);

  const valueFor = (typed: string) =>
    suggestions.find((known) => known.name === typed || known.value === typed)?.value ?? typed;
  const withText = text.trim() === '' ? values : [...new Set([...values, valueFor(text.trim())])];
  const keep = () => {
    setValues(withText);
    setText('');
    input.current?.focus();
  };
  const add = (event: Event) => {
    event.preventDefault();
    if (withText.length === 0) return input.current?.focus();
    const filter = readFilter(filterText({ dimension, operator, values: [...withText] }));
    if (!('dimension' in filter)) return setProblem(`Accepted: ${filter.accepts}.`);
    onAdd(filter);
  };

  return (
    <form class="fields builder" onSubmit={add}>
      <label>
        Property
        <select
          value={name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setValues([]);
            setText('');
            setProblem(undefined);
          }}
        >
          {Object.entries(dimensions).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
          <option value={property}>Property of events …</option>
        </select>
      </label>
      {name === property && (
        <label>
          Its name
          <input
            value={key}
            maxLength={40}
            placeholder="plan"
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </label>
      )}
      <label>
        Condition
        <select
          value={operator}
          onChange={({ currentTarget: { value } }) =>
            setOperator(operators.find((known) => known === value) ?? ':')
          }
        >
          {operators.map((known) => (
            <option key={known} value={known}>
              {signs[known]}
            </option>
          ))}
        </select>
      </label>
      <label class="wide-field">
        {values.length === 0 ? 'Value' : 'or'}
        <input
          ref={input}
          list={`${id}-values`}
          value={text}
          maxLength={2000}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={problem !== undefined}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || text.trim() === '') return;
            event.preventDefault();
            keep();
          }}
        />
      </label>
      <datalist id={`${id}-values`}>
        {suggestions.map(({ value, name: words }) => (
          <option key={value} value={words} />
        ))}
      </datalist>
      {values.length > 0 && (
        <ul class="chips wide-field" aria-label="Any of">
          {values.map((value) => (
            <li key={value}>
              <Chip
                words={<Foreign text={valueName(dimension, value)} />}
                remove={`Remove ${valueName(dimension, value)}`}
                onRemove={() => setValues(values.filter((other) => other !== value))}
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && (
        <p role="alert" class="problem wide-field">
          {problem}
        </p>
      )}
      <p class="wide-field end">
        <button type="button" disabled={text.trim() === ''} onClick={keep}>
          Or another value
        </button>
        <button type="submit" class="primary" disabled={view.filters.length >= mostFilters}>
          Add the filter
        </button>
      </p>
    </form>
  );
}
