import { useState } from 'preact/hooks';
import { Foreign } from '../panels/list.tsx';
import { useView } from '../url/use-view.ts';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';
import { Chip } from './chip.tsx';
import { filterText } from './filter.ts';
import { segments as kept, type Segment } from './segments.ts';

interface Properties {
  own: readonly Segment[];
  onChange: (own: readonly Segment[]) => void;
}

/** Saves the filters of the view as a segment in this browser, and deletes such segments. */
export function SaveSegment({ own, onChange }: Properties) {
  const { filters } = useView().view;
  const [name, setName] = useState('');
  const save = (event: Event) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onChange(kept.keep({ name: name.trim(), filters: filters.map(filterText) }));
    setName('');
  };
  return (
    <>
      {filters.length > 0 && (
        <form class="save" onSubmit={save}>
          <input
            aria-label={counted(messages.filters.saveAs, filters.length)}
            placeholder={messages.filters.saveExample}
            value={name}
            maxLength={60}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button type="submit" disabled={name.trim() === ''}>
            {messages.general.save}
          </button>
        </form>
      )}
      {own.length > 0 && (
        <ul class="chips" aria-label={messages.filters.ownSegments}>
          {own.map((segment) => (
            <li key={segment.name}>
              <Chip
                words={<Foreign text={segment.name} />}
                remove={messages.general.deleteOf(segment.name)}
                onRemove={() => onChange(kept.remove(segment.name))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
