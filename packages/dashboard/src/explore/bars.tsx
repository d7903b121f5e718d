import type { QueryRow } from '../api/reports.ts';
import { formatCount } from '../format/numbers.ts';
import { Foreign, nothingIn } from '../panels/list.tsx';
import { useView } from '../url/use-view.ts';
import { metricText, sizeOf } from './metrics.ts';
import { drawnMetric } from './use-query.ts';
import { valueWords } from './value-cell.tsx';

/** Rows that are drawn. */
const mostBars = 25;

/** The first rows of the answer as bars. */
export function Bars({ rows, total }: { rows: readonly QueryRow[]; total: number }) {
  const viewing = useView();
  const { explored } = viewing.view;
  if (rows.length === 0) return <p class="faint empty">{nothingIn(viewing.view)}</p>;
  const metric = drawnMetric(explored);
  const drawn = rows.slice(0, mostBars);
  const most = Math.max(0, ...drawn.map((row) => sizeOf(row[metric]) ?? 0));
  const first = explored.offset + 1;
  return (
    <>
      <ol class="bars" aria-label="Bars">
        {drawn.map((row, index) => (
          <li key={index}>
            <span class="name">
              {explored.dimensions.map((name, place) => (
                <span key={name} class={place === 0 ? '' : 'faint'}>
                  {place > 0 && ' · '}
                  <Foreign text={valueWords(viewing, name, String(row[name]))} />
                </span>
              ))}
            </span>
            <span class="track">
              <span
                style={{
                  inlineSize: `${most > 0 ? Math.max(0, (100 * (sizeOf(row[metric]) ?? 0)) / most) : 0}%`,
                }}
              />
            </span>
            <span class="number">{metricText(metric, row[metric])}</span>
          </li>
        ))}
      </ol>
      {total > drawn.length && (
        <p class="faint">
          {formatCount(first)}–{formatCount(first + drawn.length - 1)} of {formatCount(total)}
        </p>
      )}
    </>
  );
}
