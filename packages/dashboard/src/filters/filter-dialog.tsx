import { useState } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { useView } from '../url/use-view.ts';
import { FilterBuilder } from './filter-builder.tsx';
import { SegmentList } from './segment-list.tsx';

/** Where filters are made, and kept as segments. */
export function FilterDialog({ onClose }: { onClose: () => void }) {
  const { view, change } = useView();
  const [problem, setProblem] = useState<string>();
  return (
    <Dialog title="Filters" onClose={onClose}>
      <FilterBuilder
        onAdd={(filter) => {
          change({ filters: [...view.filters, filter] });
          onClose();
        }}
      />
      <SegmentList
        onApply={(filters) => {
          change({ filters });
          onClose();
        }}
        onProblem={setProblem}
      />
      {problem !== undefined && (
        <p role="alert" class="problem">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
