import { Foreign } from '../panels/list.tsx';
import { Disclosure } from '../popup.tsx';
import { useView } from '../url/use-view.ts';
import { Chip } from './chip.tsx';
import { type Filter, operators } from './filter.ts';
import { signs, wordsOf } from './words.ts';

/** The view's filters, if it has any. A click on a chip opens its conditions, its cross removes it. */
export function FilterChips() {
  const { view, change } = useView();
  if (view.filters.length === 0) return null;
  const without = (gone: Filter) => view.filters.filter((filter) => filter !== gone);
  const replace = (old: Filter, by: Filter) =>
    change({ filters: view.filters.map((filter) => (filter === old ? by : filter)) });
  return (
    <ul class="chips" aria-label="Filters">
      {view.filters.map((filter, index) => {
        const { dimension, sign, values } = wordsOf(filter);
        return (
          <li key={index}>
            <Chip
              opener={
                <Disclosure
                  class="words"
                  label={`${dimension} ${sign} ${values}`}
                  title="Change the condition"
                  card="conditions"
                  words={
                    <>
                      {dimension} <em>{sign}</em> <Foreign text={values} />
                    </>
                  }
                >
                  {(close) =>
                    operators.filter(isFor(filter)).map((operator) => (
                      <button
                        key={operator}
                        type="button"
                        class="quiet"
                        aria-pressed={operator === filter.operator}
                        onClick={() => {
                          close();
                          replace(filter, { ...filter, operator });
                        }}
                      >
                        {signs[operator]}
                      </button>
                    ))
                  }
                </Disclosure>
              }
              remove={`Remove the filter: ${dimension} ${sign} ${values}`}
              onRemove={() => change({ filters: without(filter) })}
            />
          </li>
        );
      })}
      {view.filters.length > 1 && (
        <li>
          <button type="button" class="quiet" onClick={() => change({ filters: [] })}>
            Clear all
          </button>
        </li>
      )}
    </ul>
  );
}

/** First and repeat visits have no parts. */
const isFor =
  ({ dimension }: Filter) =>
  (operator: string) =>
    dimension !== 'visitor_type' || !operator.endsWith('~');
