import type { QueryRow } from '../api/reports.ts';
import { Pager } from '../detail/sheet-table.tsx';
import { nothingIn } from '../panels/list.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { exploredName } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { metricText, metricWords, sizeOf } from './metrics.ts';
import { drawnMetric } from './use-query.ts';
import { ValueCell } from './value-cell.tsx';

interface Properties {
  rows: readonly QueryRow[];
  total: number;
  /** Rows of a page. */
  size: number;
}

/** The rows of the answer. The API sorts and pages them. */
export function RowsTable({ rows, total, size }: Properties) {
  const { view, change } = useView();
  const { explored } = view;
  const { dimensions, metrics, offset } = explored;
  if (rows.length === 0) return <p class="faint empty">{nothingIn(view)}</p>;
  const barred = drawnMetric(explored);
  const most = Math.max(0, ...rows.map((row) => sizeOf(row[barred]) ?? 0));
  return (
    <>
      <Scrolled label="Rows of the answer">
        <table class="grid details rows">
          <thead>
            <tr>
              {dimensions.map((name) => (
                <SortHead key={name} name={name} words={exploredName(name)} />
              ))}
              {metrics.map((name) => (
                <SortHead key={name} name={name} words={metricWords(name)} isNumber />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={dimensions.map((name) => row[name]).join('\n')}>
                {dimensions.map((name, index) => {
                  const cell = <ValueCell dimension={name} value={String(row[name])} />;
                  return index === 0 ? (
                    <th scope="row" key={name}>
                      {cell}
                    </th>
                  ) : (
                    <td key={name}>{cell}</td>
                  );
                })}
                {metrics.map((name) => (
                  <td
                    key={name}
                    class={name === barred ? 'number barred' : 'number'}
                    style={name === barred && most > 0 ? lengthOf(sizeOf(row[name]), most) : {}}
                  >
                    {metricText(name, row[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <Pager
        total={total}
        isKnown
        rows={rows.length}
        offset={offset}
        size={size}
        onChange={(next) => change({ explored: { ...explored, offset: next } })}
      />
    </>
  );
}

const lengthOf = (size: number | null, most: number) => ({
  backgroundSize: `${Math.max(0, (100 * (size ?? 0)) / most)}% 100%`,
});

/** The head of a column, which puts the rows in its order: numbers the greatest first. */
function SortHead({ name, words, isNumber = false }: { name: string; words: string; isNumber?: boolean }) {
  const { view, change } = useView();
  const { explored } = view;
  const isUp = explored.sort === name;
  const isDown = explored.sort === `-${name}`;
  const next = isUp || (isNumber && !isDown) ? `-${name}` : name;
  return (
    <th
      scope="col"
      class={isNumber ? 'number' : ''}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      <button
        type="button"
        class="quiet sort"
        onClick={() => change({ explored: { ...explored, sort: next, offset: 0 } })}
      >
        {(isUp || isDown) && <span aria-hidden="true">{isUp ? '▲' : '▼'}</span>}
        {words}
      </button>
    </th>
  );
}
