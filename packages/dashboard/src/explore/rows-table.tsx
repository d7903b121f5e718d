import type { QueryRow } from '../api/reports.ts';
import { Empty } from '../definitions/empty.tsx';
import { Pager } from '../detail/sheet-table.tsx';
import { SortHead } from '../detail/sort-head.tsx';
import { nothingIn } from '../panels/list.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { exploredName } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { metricText, metricWords } from './metrics.ts';
import { drawnMetric } from './use-query.ts';
import { ValueCell } from './value-cell.tsx';

/** Rows of a page. */
export const pageSize = 100;

/** The rows of the result. The API sorts and pages them. */
export function RowsTable({ rows, total }: { rows: readonly QueryRow[]; total: number }) {
  const { view, change } = useView();
  const { explored } = view;
  const { dimensions, metrics, offset, sort } = explored;
  const pager = (
    <Pager
      {...{ total, offset, rows: rows.length, size: pageSize, isKnown: true }}
      onChange={(next) => change({ explored: { ...explored, offset: next } })}
    />
  );
  if (rows.length === 0) return [<Empty key="empty">{nothingIn(view)}</Empty>, pager];
  const drawn = drawnMetric(explored);
  const most = Math.max(1e-9, ...rows.map((row) => Number(row[drawn])));
  const lengthOf = (row: QueryRow) => `${(100 * Math.max(0, Number(row[drawn]))) / most}% 100%`;
  /** @param first the order of the first click; further ones reverse it */
  const order = (name: string, first: string) => {
    const sorted = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
    const next = sorted === undefined ? first : sorted === 'ascending' ? `-${name}` : name;
    return { sorted, onSort: () => change({ explored: { ...explored, sort: next, offset: 0 } }) } as const;
  };
  return (
    <>
      <Scrolled label={messages.explore.rows}>
        <table class="grid details rows">
          <thead>
            <tr>
              {dimensions.map((name) => (
                <SortHead key={name} words={exploredName(name)} kind="" {...order(name, name)} />
              ))}
              {metrics.map((name) => (
                <SortHead key={name} words={metricWords(name)} {...order(name, `-${name}`)} />
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
                  <td
                    key={name}
                    class="number barred"
                    style={name === drawn ? { backgroundSize: lengthOf(row) } : {}}
                  >
                    {metricText(name, row[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {pager}
    </>
  );
}
