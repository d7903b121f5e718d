import { useState } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { ExportButton } from '../panels/export-button.tsx';
import { granularityNames } from '../panels/series.tsx';
import { Tabs } from '../panels/tabs.tsx';
import { resolve } from '../period/period.ts';
import { Copied } from '../setup/copied.tsx';
import { isShape, type Shape, shapes } from '../url/explored.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { whyNotShape } from './fits.ts';
import { pageSize } from './rows-table.tsx';
import { parametersOf } from './use-query.ts';

/** The question to take away: as a request, and all its rows as a file. */
export function AnswerTools() {
  const [open, setOpen] = useState(false);
  const viewing = useView();
  const { view, now } = viewing;
  const { dimensions, metrics, sort, offset } = view.explored;
  const extra = parametersOf(viewing, { dimensions, metrics, more: sort ? { sort } : {} });
  const page = { ...extra, limit: String(pageSize), offset: String(offset) };
  const asked = questionOf(view, resolve(view.period, view.timezone, now).asked, page);
  // No quote may end the text of the shell.
  const url = new URL(`api/v1/query?${asked}`, document.baseURI).href.replaceAll("'", '%27');
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        As API request
      </button>
      <ExportButton what="rows" path="/query" extra={{ ...extra, format: 'csv' }} />
      {open && (
        <Dialog title="As API request" onClose={() => setOpen(false)}>
          <Copied text={`curl -H "Authorization: Bearer $TALLYHOUSE_KEY" '${url}'`} />
        </Dialog>
      )}
    </>
  );
}

/** Chooses the shape of the answer, what a drawing shows, and the length of buckets of time. */
export function ShapeTools({ shape }: { shape: Shape }) {
  const { view, change, now } = useView();
  const { explored } = view;
  const { granularities } = resolve(view.period, view.timezone, now);
  const names = Object.keys(shapes).filter(isShape);
  const to = (parts: Partial<typeof explored>) => change({ explored: { ...explored, offset: 0, ...parts } });
  return (
    <div class="options">
      <Tabs
        label="Shown as"
        tabs={shapes}
        chosen={shape}
        isOff={(name) => whyNotShape(name, explored) !== undefined}
        onChoose={(name) => to({ shape: name })}
      />
      {explored.dimensions.includes('bucket') && granularities.length > 1 && (
        <Tabs
          label="By"
          tabs={granularityNames}
          shown={granularities}
          chosen={granularities.find((one) => one === view.granularity) ?? granularities[0]}
          onChoose={(granularity) => change({ granularity, explored: { ...explored, offset: 0 } })}
        />
      )}
      <span class="faint">{names.flatMap((name) => whyNotShape(name, explored) ?? []).join(' ')}</span>
    </div>
  );
}
