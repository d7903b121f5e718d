import { useSiteFile } from '../api/use-site-file.ts';
import { Foreign } from '../panels/list.tsx';
import { useView } from '../url/use-view.ts';
import { type Filter, filterText } from './filter.ts';
import { KeptList } from './kept-list.tsx';
import { filtersOf, type Segment, segments } from './segments.ts';
import { wordsOf } from './words.ts';

interface Properties {
  onApply: (filters: readonly Filter[]) => void;
  onProblem: (words: string | undefined) => void;
}

/** The segments of the sites file and of this browser, and a field to keep the view's filters as one. */
export function SegmentList({ onApply, onProblem }: Properties) {
  const { view } = useView();
  const listed = Object.entries(useSiteFile()?.segments ?? {}).map(([name, filters]) => ({ name, filters }));
  const count = view.filters.length;

  const apply = (segment: Segment) => {
    const filters = filtersOf(segment);
    if (!('gone' in filters)) return onApply(filters);
    onProblem(
      `“${segment.name}” has a filter that the dashboard does not know: ${filters.gone}. Nothing was changed.`,
    );
  };
  const save = {
    words: `the ${count === 1 ? 'filter' : `${count} filters`} of this view`,
    example: 'German phones',
    of: (name: string) => ({ name, filters: view.filters.map(filterText) }),
  };

  return (
    <section class="segments" aria-label="Segments">
      <h3>Segments</h3>
      <KeptList
        kept={segments}
        what="segment"
        empty="Filters that you save appear here, in this browser."
        secondOf={(segment) => <Foreign text={summaryOf(segment)} />}
        onOpen={apply}
        save={count > 0 ? save : undefined}
        onSave={() => onProblem(undefined)}
      >
        {listed.length > 0 &&
          listed.map((segment) => (
            <li key={segment.name}>
              <button type="button" class="row" onClick={() => apply(segment)}>
                <Foreign text={segment.name} />{' '}
                <span class="second">
                  <Foreign text={summaryOf(segment)} />
                </span>
              </button>
              <span class="second">from the sites file</span>
            </li>
          ))}
      </KeptList>
    </section>
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
