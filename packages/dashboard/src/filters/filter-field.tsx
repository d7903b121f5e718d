import { useRef, useState } from 'preact/hooks';
import { useSiteFile } from '../api/use-site-file.ts';
import { Combobox } from '../combobox.tsx';
import { Icon } from '../icons.tsx';
import { Popup } from '../popup.tsx';
import { useShortcuts } from '../shortcuts/use-shortcut.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { added, type Dimension, dimensionName, mostFilters } from './filter.ts';
import { type Option, optionsFor } from './options.ts';
import { SaveSegment } from './save-segment.tsx';
import { filtersOf, segments as kept } from './segments.ts';
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
  const [text, setText] = useState('');
  const [within, setWithin] = useState<Dimension>();
  const [problem, setProblem] = useState<string>();
  const [own, setOwn] = useState(kept.all);
  const found = useValues(within, text.trim());
  const listed = Object.entries(useSiteFile()?.segments ?? {}).map(([name, filters]) => ({ name, filters }));
  const options = optionsFor(text, within, found, [...listed, ...own]);

  const begin = (next: Dimension | undefined) => {
    setWithin(next);
    setText('');
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
  return (
    <>
      <Combobox
        key={within && dimensionName(within)}
        label={within ? messages.filters.filterBy(dimensionName(within)) : messages.filters.filter}
        placeholder={within ? messages.filters.anyValue : messages.filters.example}
        options={messages.filters.options}
        offered={options}
        text={text}
        onText={setText}
        onChoose={choose}
        onBack={() => begin(undefined)}
      >
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
      </Combobox>
      <p class="faint" role="status">
        {found.loading
          ? messages.filters.looking
          : found.settled && options.length === 0 && messages.filters.noSuchValue}
      </p>
      <p role="alert" class="problem">
        {problem}
      </p>
      <SaveSegment own={own} onChange={setOwn} />
    </>
  );
}
