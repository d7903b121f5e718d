import type { QueryRow } from '../api/reports.ts';
import { Pager } from '../detail/sheet-table.tsx';
import { nothingIn } from '../panels/list.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { exploredName } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { metricText, metricWords } from './metrics.ts';
import { drawnMetric } from './use-query.ts';
import { ValueCell } from './value-cell.tsx';

/** Rows of a page. */
export const pageSize = 100;

/** The rows of the answer. The API sorts and pages them. */
export function RowsTable({ rows, total }: { rows: readonly QueryRow[]; total: number }) {
  const { view, change } = useView();
  const { explored } = view;
  const { dimensions, metrics, offset } = explored;
  if (rows.length === 0) return <p class="faint empty">{nothingIn(view)}</p>;
  const drawn = drawnMetric(explored);
  const most = Math.max(1e-9, ...rows.map((row) => Number(row[drawn])));
  const cell = (name: string, row: QueryRow) =>
    name === drawn
      ? {
          class: 'number barred',
          style: { backgroundSize: `${(100 * Math.max(0, Number(row[name]))) / most}% 100%` },
        }
      : { class: 'number' };
  return (
    <>
      <Scrolled label="Rows of the answer">
        <table class="grid details rows">
          <thead>
            <tr>
              {dimensions.map((name) => (
                <Head key={name} name={name} words={exploredName(name)} first={name} />
              ))}
              {metrics.map((name) => (
                <Head key={name} name={name} words={metricWords(name)} first={`-${name}`} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={dimensions.map((name) => row[name]).join('\n')}>
                {dimensions.map((name) => (
                  <th scope="row" key={name}>
                    <ValueCell dimension={name} value={String(row[name])} />
                  </th>
                ))}
                {metrics.map((name) => (
                  <td key={name} {...cell(name, row)}>
                    {metricText(name, row[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <Pager
        {...{ total, offset, rows: rows.length, size: pageSize, isKnown: true }}
        onChange={(next) => change({ explored: { ...explored, offset: next } })}
      />
    </>
  );
}

/** The head of a column, which puts the rows in its order. @param first the order of the first click; the next ones turn it */
function Head({ name, words, first }: { name: string; words: string; first: string }) {
  const { view, change } = useView();
  const { explored } = view;
  const order = { [name]: 'ascending', [`-${name}`]: 'descending' } as const;
  const sorted = order[explored.sort ?? ''];
  const turned = explored.sort === name ? `-${name}` : name;
  const sort = sorted ? turned : first;
  return (
    <th scope="col" class={first === name ? '' : 'number'} aria-sort={sorted}>
      <button
        type="button"
        class="quiet sort"
        onClick={() => change({ explored: { ...explored, sort, offset: 0 } })}
      >
        {sorted && <span aria-hidden="true">{sorted === 'ascending' ? '▲' : '▼'}</span>}
        {words}
      </button>
    </th>
  );
}
