import { Disclosure } from '../popup.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { Chip, Condition, keepFocus } from './chip.tsx';
import { type Filter, operators } from './filter.ts';
import { conditionOf } from './words.ts';

/** The view's filters, if any. A click on a chip opens its conditions, its cross removes it. */
export function FilterChips() {
  const { view, change } = useView();
  if (view.filters.length === 0) return null;
  const without = (gone: Filter) => view.filters.filter((filter) => filter !== gone);
  const replace = (old: Filter, by: Filter) =>
    change({ filters: view.filters.map((filter) => (filter === old ? by : filter)) });
  return (
    <ul class="chips" aria-label={messages.filters.filters}>
      {view.filters.map((filter, index) => {
        const words = conditionOf(filter);
        return (
          <li key={index}>
            <Chip
              opener={
                <Disclosure
                  class="words"
                  label={words}
                  title={messages.filters.changeCondition}
                  card="conditions"
                  words={<Condition of={filter} />}
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
                        {messages.filters.signs[operator]}
                      </button>
                    ))
                  }
                </Disclosure>
              }
              remove={messages.filters.removeFilter(words)}
              onRemove={() => change({ filters: without(filter) })}
            />
          </li>
        );
      })}
      {view.filters.length > 1 && (
        <li>
          <button
            type="button"
            class="quiet"
            onClick={({ currentTarget }) => {
              keepFocus(currentTarget);
              change({ filters: [] });
            }}
          >
            {messages.filters.clearAll}
          </button>
        </li>
      )}
    </ul>
  );
}

const isFor =
  ({ dimension }: Filter) =>
  (operator: string) =>
    dimension !== 'visitor_type' || !operator.endsWith('~');
