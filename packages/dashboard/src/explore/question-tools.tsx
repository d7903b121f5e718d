import { useState } from 'preact/hooks';
import { saveExport } from '../api/download.ts';
import type { Meta } from '../api/reports.ts';
import { useSession } from '../api/session.ts';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icons.tsx';
import { csvName } from '../panels/csv-name.ts';
import { resolve } from '../period/period.ts';
import { Copied } from '../setup/copied.tsx';
import { questionOf } from '../url/question.ts';
import { useView, type Viewing } from '../url/use-view.ts';
import { sqlOf } from './as-sql.ts';
import { parametersOf } from './use-query.ts';

/** The API's limit. */
const mostRows = 1000;

/** The question to take away: its rows as a file, as a request, and as SQL. @param meta of its answer, once it is there */
export function QuestionTools({ meta }: { meta: Meta | undefined }) {
  const [open, setOpen] = useState<'request' | 'sql'>();
  const viewing = useView();
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen('request')}>
        As API request
      </button>
      <button type="button" class="quiet" disabled={meta === undefined} onClick={() => setOpen('sql')}>
        As SQL
      </button>
      <CsvOfAnswer />
      {open === 'request' && (
        <Dialog title="As API request" onClose={() => setOpen(undefined)}>
          <p class="faint">TALLYHOUSE_KEY is a key that reads this site.</p>
          <Copied text={curlOf(viewing)} />
        </Dialog>
      )}
      {open === 'sql' && meta && (
        <Dialog title="As SQL" onClose={() => setOpen(undefined)}>
          <AsSql viewing={viewing} meta={meta} />
        </Dialog>
      )}
    </>
  );
}

/** @param from the first row */
function queryText({ view, now }: Viewing, limit: number, offset: number, format?: string): string {
  const { dimensions, metrics, sort } = view.explored;
  const more = {
    ...(sort && { sort }),
    limit: String(limit),
    ...(offset > 0 && { offset: String(offset) }),
    ...(format && { format }),
  };
  const { asked } = resolve(view.period, view.timezone, now);
  return questionOf(view, asked, parametersOf(view, now, { dimensions, metrics, more }));
}

function curlOf(viewing: Viewing): string {
  const { offset } = viewing.view.explored;
  const url = new URL(`api/v1/query?${queryText(viewing, 100, offset)}`, document.baseURI);
  return `curl -H "Authorization: Bearer $TALLYHOUSE_KEY" \\\n  '${url.href.replaceAll("'", '%27')}'`;
}

function AsSql({ viewing: { view, now }, meta }: { viewing: Viewing; meta: Meta }) {
  const { explored, filters, timezone } = view;
  const { granularities } = resolve(view.period, timezone, now);
  const form = sqlOf({
    explored,
    filters,
    timezone,
    granularity: granularities.find((one) => one === view.granularity) ?? granularities[0],
    sites: meta.sites,
    start: meta.start,
    end: meta.end,
    limit: 100,
  });
  return 'sql' in form ? (
    <>
      <p class="faint">For the BI database, until the moment of this answer.</p>
      <Copied text={form.sql} />
    </>
  ) : (
    <p>This question has no SQL form. {form.none}</p>
  );
}

function CsvOfAnswer() {
  const { key } = useSession();
  const viewing = useView();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const download = async () => {
    if (busy) return;
    setBusy(true);
    const { view, now } = viewing;
    setProblem(
      await saveExport(csvName(view, now, 'explore'), '/query', queryText(viewing, mostRows, 0, 'csv'), key),
    );
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        class="quiet icon"
        aria-busy={busy}
        aria-label="Download the answer as CSV"
        title={`Download CSV, up to ${mostRows} rows`}
        onClick={download}
      >
        <Icon name="download" />
      </button>
      {problem !== undefined && (
        <span role="alert" class="problem">
          {problem}
        </span>
      )}
    </>
  );
}
