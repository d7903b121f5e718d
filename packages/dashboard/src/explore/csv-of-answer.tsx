import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { saveExport } from '../api/download.ts';
import { useHolder } from '../api/holder.ts';
import type { QueryRow } from '../api/reports.ts';
import { useSession } from '../api/session.ts';
import { Icon } from '../icons.tsx';
import { csvName } from '../panels/csv-name.ts';
import { CsvButton } from '../panels/panel.tsx';
import { useView } from '../url/use-view.ts';
import { queryText } from './use-query.ts';

/** All rows of the answer as a file; for a key that may not export, those of the page. */
export function CsvOfAnswer({ rows }: { rows: readonly QueryRow[] | undefined }) {
  const { key } = useSession();
  const holder = useHolder();
  const viewing = useView();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { view, now } = viewing;
  const { dimensions, metrics } = view.explored;
  const names = [...dimensions, ...metrics];

  if (holder && !holder.rights.includes('export')) {
    const csv =
      rows &&
      (() =>
        toCsv(
          names,
          rows.map((row) => names.map((name) => row[name] ?? null)),
        ));
    return <CsvButton name="the answer" text={csv} />;
  }
  const download = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(
      await saveExport(csvName(view, now, 'explore'), '/query', queryText(viewing, { format: 'csv' }), key),
    );
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        class="quiet icon"
        disabled={holder === undefined}
        aria-busy={busy}
        aria-label="Download the answer as CSV"
        title="Download CSV, all rows"
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
