import { useState } from 'preact/hooks';
import type { Meta, QueryRow } from '../api/reports.ts';
import type { Loaded } from '../api/use-report.ts';
import { Dialog } from '../dialog.tsx';
import { resolve } from '../period/period.ts';
import { Copied } from '../setup/copied.tsx';
import { useView, type Viewing } from '../url/use-view.ts';
import { sqlOf } from './as-sql.ts';
import { CsvOfAnswer } from './csv-of-answer.tsx';
import { queryText } from './use-query.ts';

/** The question to take away: its rows as a file, as a request, and as SQL. @param answer once it is there */
export function QuestionTools({ answer }: { answer: Loaded<QueryRow[]>['answer'] }) {
  const [open, setOpen] = useState<'request' | 'sql'>();
  const viewing = useView();
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen('request')}>
        As API request
      </button>
      <button type="button" class="quiet" disabled={answer === undefined} onClick={() => setOpen('sql')}>
        As SQL
      </button>
      <CsvOfAnswer rows={answer?.data} />
      {open === 'request' && (
        <Dialog title="As API request" onClose={() => setOpen(undefined)}>
          <p class="faint">TALLYHOUSE_KEY is a key that reads this site.</p>
          <Copied text={curlOf(viewing)} />
        </Dialog>
      )}
      {open === 'sql' && answer && (
        <Dialog title="As SQL" onClose={() => setOpen(undefined)}>
          <AsSql viewing={viewing} meta={answer.meta} />
        </Dialog>
      )}
    </>
  );
}

function curlOf(viewing: Viewing): string {
  const { offset } = viewing.view.explored;
  const url = new URL(
    `api/v1/query?${queryText(viewing, { limit: '100', ...(offset > 0 && { offset: String(offset) }) })}`,
    document.baseURI,
  );
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
