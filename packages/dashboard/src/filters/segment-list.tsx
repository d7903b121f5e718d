import { useState } from 'preact/hooks';
import { useSiteFile } from '../api/use-site-file.ts';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import { useView } from '../url/use-view.ts';
import { type Filter, filterText } from './filter.ts';
import { filtersOf, segments as kept, type Segment } from './segments.ts';
import { wordsOf } from './words.ts';

interface Properties {
  onApply: (filters: readonly Filter[]) => void;
  onProblem: (words: string | undefined) => void;
}

/** The segments of the sites file and of this browser, and a field to keep the view's filters as one. */
export function SegmentList({ onApply, onProblem }: Properties) {
  const { view } = useView();
  const [segments, setSegments] = useState(kept.all);
  const listed = Object.entries(useSiteFile()?.segments ?? {}).map(([name, filters]) => ({ name, filters }));
  const [name, setName] = useState('');

  const apply = (segment: Segment) => {
    const filters = filtersOf(segment);
    if (!('gone' in filters)) return onApply(filters);
    onProblem(
      `“${segment.name}” has a filter that the dashboard does not know: ${filters.gone}. Nothing was changed.`,
    );
  };
  const save = (event: Event) => {
    event.preventDefault();
    if (name.trim() === '') return;
    setSegments(kept.keep({ name: name.trim(), filters: view.filters.map(filterText) }));
    setName('');
    onProblem(undefined);
  };

  return (
    <section class="segments" aria-label="Segments">
      <h3>Segments</h3>
      {segments.length + listed.length === 0 && (
        <p class="faint">Filters that you save appear here, in this browser.</p>
      )}
      <ul>
        {listed.map((segment) => (
          <li key={segment.name}>
            <SegmentButton segment={segment} onClick={() => apply(segment)} />
            <span class="second">from the sites file</span>
          </li>
        ))}
        {segments.map((segment) => (
          <li key={`own ${segment.name}`}>
            <SegmentButton segment={segment} onClick={() => apply(segment)} />
            <button
              type="button"
              class="quiet icon"
              aria-label={`Delete the segment ${segment.name}`}
              title="Delete"
              onClick={() => setSegments(kept.remove(segment.name))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {view.filters.length > 0 && (
        <form class="fields" onSubmit={save}>
          <label>
            Save the {view.filters.length === 1 ? 'filter' : `${view.filters.length} filters`} of this view as
            <input
              value={name}
              maxLength={60}
              placeholder="German phones"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </label>
          <button type="submit" disabled={name.trim() === ''}>
            Save
          </button>
        </form>
      )}
    </section>
  );
}

function SegmentButton({ segment, onClick }: { segment: Segment; onClick: () => void }) {
  return (
    <button type="button" class="row" onClick={onClick}>
      <Foreign text={segment.name} />{' '}
      <span class="second">
        <Foreign text={summaryOf(segment)} />
      </span>
    </button>
  );
}

function summaryOf(segment: Segment): string {
  const filters = filtersOf(segment);
  if ('gone' in filters) return segment.filters.join(', ');
  return filters
    .map(wordsOf)
    .map(({ dimension, sign, values }) => `${dimension} ${sign} ${values}`)
    .join(', ');
}
