import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useSiteFile } from '../api/use-site-file.ts';
import { Icon } from '../icons.tsx';
import { optionAt } from '../list-keys.ts';
import { Foreign } from '../panels/list.tsx';
import { Popup } from '../popup.tsx';
import { useShortcuts } from '../shortcuts/use-shortcut.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { added, type Dimension, dimensionName, mostFilters } from './filter.ts';
import { type Option, optionsFor } from './options.ts';
import { SaveSegment } from './save-segment.tsx';
import { filtersOf, segments as kept } from './segments.ts';
import { useSettled } from './use-settled.ts';
import { useValues } from './values.ts';

/** Opens the field that adds filters. */
export function FilterField() {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useShortcuts((key) => {
    if (key === '/') setOpen(true);
  });
  return (
    <>
      <button
        ref={opener}
        type="button"
        class="opens"
        title={messages.filters.filterKey}
        aria-haspopup="listbox"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="plus" /> <span class="wide">{messages.filters.filter}</span>
      </button>
      {open && (
        <Popup
          opener={opener}
          label={messages.filters.filters}
          class="filtering"
          onClose={() => setOpen(false)}
        >
          <Field />
        </Popup>
      )}
    </>
  );
}

/** Finds values of all properties, properties and segments. Enter adds one; the field stays for the next. */
function Field() {
  const { view, change } = useView();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [within, setWithin] = useState<Dimension>();
  const [active, setActive] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [own, setOwn] = useState(kept.all);
  const { values, loading } = useValues(within, useSettled(text.trim(), 250));
  const listed = Object.entries(useSiteFile()?.segments ?? {}).map(([name, filters]) => ({ name, filters }));
  const options = optionsFor(text, within, values, [...listed, ...own]);
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const begin = (next: Dimension | undefined) => {
    setWithin(next);
    setText('');
    setActive(0);
    input.current?.focus();
  };
  const choose = ({ does }: Option) => {
    setProblem(undefined);
    if ('within' in does) return begin(does.within);
    if ('add' in does) {
      const filters = added(view.filters, does.add);
      if (filters.length > mostFilters) return setProblem(messages.filters.most(`${mostFilters}`));
      change({ filters });
      return begin(within);
    }
    const filters = filtersOf(does.apply);
    if ('gone' in filters) return setProblem(messages.filters.unknownIn(does.apply.name, filters.gone));
    change({ filters });
    begin(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = optionAt(event.key, active, options.length);
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter') {
      const option = options[active];
      if (option) choose(option);
    } else if (event.key === 'Backspace' && text === '' && within) begin(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div class="typing">
        {within && (
          <button
            type="button"
            class="within"
            title={messages.filters.allProperties}
            onClick={() => begin(undefined)}
          >
            {dimensionName(within)} <Icon name="close" />
          </button>
        )}
        <input
          ref={input}
          role="combobox"
          aria-label={within ? messages.filters.filterBy(dimensionName(within)) : messages.filters.filter}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          placeholder={within ? messages.filters.anyValue : messages.filters.example}
          maxLength={2000}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div class="site-options" role="listbox" id={id} ref={list} aria-label={messages.filters.options}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            role="option"
            key={option.key}
            id={`${id}-${index}`}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(option)}
          >
            <Foreign text={option.words} /> <span class="second">{option.second}</span>
          </div>
        ))}
      </div>
      <p class="faint" role="status">
        {loading ? messages.filters.looking : options.length === 0 && messages.filters.noSuchValue}
      </p>
      <p role="alert" class="problem">
        {problem}
      </p>
      <SaveSegment own={own} onChange={setOwn} />
    </>
  );
}
