import { useState } from 'preact/hooks';
import type { Meta } from '../api/reports.ts';
import { Dialog } from '../dialog.tsx';
import { ExportButton } from '../panels/export-button.tsx';
import { Tabs } from '../panels/tabs.tsx';
import { granularityOf, resolve } from '../period/period.ts';
import { Copied } from '../setup/copied.tsx';
import { type Shape, shapes } from '../url/explored.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { sqlOf } from './as-sql.ts';
import { whyNotShape } from './fits.ts';
import { pageSize } from './rows-table.tsx';
import { parametersOf } from './use-query.ts';

/** Exports the question: as a request, as SQL, and all its rows as a file. @param meta of its response, once it has arrived */
export function AnswerTools({ meta }: { meta: Meta | undefined }) {
  const [open, setOpen] = useState<keyof typeof messages.explore.as>();
  const viewing = useView();
  const { view, now } = viewing;
  const { dimensions, metrics, sort, offset } = view.explored;
  const extra = parametersOf(viewing, { dimensions, metrics, more: sort ? { sort } : {} });
  const page = { ...extra, limit: String(pageSize), offset: String(offset) };
  const asked = questionOf(view, resolve(view.period, view.timezone, now).asked, page);
  // No quote may end the string of the shell.
  const url = new URL(`api/v1/query?${asked}`, document.baseURI).href.replaceAll("'", '%27');
  const form = meta && sqlOf(view, granularityOf(viewing.view, viewing.now), meta, pageSize);
  return (
    <>
      {(['request', 'sql'] as const).map((kind) => (
        <button type="button" class="quiet" key={kind} disabled={!meta} onClick={() => setOpen(kind)}>
          {messages.explore.as[kind]}
        </button>
      ))}
      <ExportButton what="rows" path="/query" extra={{ ...extra, format: 'csv' }} />
      {open && form && (
        <Dialog title={messages.explore.as[open]} onClose={() => setOpen(undefined)}>
          {open === 'request' ? (
            <Copied text={`curl -H "Authorization: Bearer $TALLYHOUSE_KEY" '${url}'`} />
          ) : 'sql' in form ? (
            <Copied text={form.sql} />
          ) : (
            <p>{messages.explore.noSql(form.none)}</p>
          )}
        </Dialog>
      )}
    </>
  );
}

/** Selects the shape of the result, the drawn metric, and the length of buckets. */
export function ShapeTools({ shape }: { shape: Shape }) {
  const { view, change, now } = useView();
  const { explored } = view;
  const { granularities } = resolve(view.period, view.timezone, now);
  const to = (parts: Partial<typeof explored>) => change({ explored: { ...explored, offset: 0, ...parts } });
  return (
    <div class="options">
      <Tabs
        label={messages.explore.shownAs}
        tabs={messages.explore.shapes}
        chosen={shape}
        isOff={(name) => whyNotShape(name, explored) !== undefined}
        onChoose={(name) => to({ shape: name })}
      />
      {explored.dimensions.includes('bucket') && granularities.length > 1 && (
        <Tabs
          label={messages.explore.by}
          tabs={messages.period.granularities}
          shown={granularities}
          chosen={granularities.find((one) => one === view.granularity) ?? granularities[0]}
          onChoose={(granularity) => change({ granularity, explored: { ...explored, offset: 0 } })}
        />
      )}
      <span class="faint">{shapes.flatMap((name) => whyNotShape(name, explored) ?? []).join(' ')}</span>
    </div>
  );
}
