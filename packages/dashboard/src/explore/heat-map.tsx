import { allOfQuery } from '../api/reports.ts';
import { formatCount } from '../format/numbers.ts';
import { Foreign, nothingIn } from '../panels/list.tsx';
import { Body } from '../panels/panel.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { exploredName } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { metricText, metricWords, sizeOf } from './metrics.ts';
import { drawnMetric, together, useQuery, useValues, valuesFilter } from './use-query.ts';
import { ValueCell, valueWords } from './value-cell.tsx';

const mostRows = 15;
const mostColumns = 10;
/** Of time; the latest ones. */
const mostBuckets = 60;

/** Two dimensions against each other: the values with the most of the first number, each cell shaded by what it holds. */
export function HeatMap() {
  const viewing = useView();
  const { view } = viewing;
  const { explored } = view;
  const [down = 'source', across = 'source'] = explored.dimensions;
  const [first = ''] = explored.metrics;
  const metric = drawnMetric(explored);
  const [rows, columns] = [useValues(down, first, mostRows), useValues(across, first, mostColumns)];
  const [rowValues, columnValues] = [rows, columns].map(
    ({ answer }) => answer?.data.slice(-mostBuckets) ?? [],
  );
  const isReady = rows.answer && columns.answer;
  const cells = useQuery(
    isReady && rowValues?.length && columnValues?.length
      ? {
          dimensions: [down, across],
          metrics: [metric],
          more: { filter: [...valuesFilter(down, rowValues), ...valuesFilter(across, columnValues)] },
        }
      : undefined,
    allOfQuery,
  );
  const isEmpty = isReady && !(rowValues?.length && columnValues?.length);
  const found = new Map(cells.answer?.data.map((row) => [`${row[down]}\n${row[across]}`, row[metric]]));
  const most = Math.max(0, ...[...found.values()].map((value) => sizeOf(value) ?? 0));
  const answer = isEmpty ? rows.answer : rows.answer && columns.answer && cells.answer;
  return (
    <Body
      loaded={{ ...together(rows, columns, cells), answer: answer && { data: answer, meta: answer.meta } }}
      rows={12}
    >
      {() =>
        isEmpty ? (
          <p class="faint empty">{nothingIn(view)}</p>
        ) : (
          <>
            <Scrolled label={`${metricWords(metric)} as a heat map`}>
              <table class="grid cohorts crossed">
                <thead>
                  <tr>
                    <th scope="col">
                      {exploredName(down)} / {exploredName(across).toLowerCase()}
                    </th>
                    {columnValues?.map((value) => (
                      <th scope="col" class="number" key={value} title={valueWords(viewing, across, value)}>
                        <Foreign text={valueWords(viewing, across, value)} />
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rowValues?.map((row) => (
                    <tr key={row}>
                      <th scope="row">
                        <ValueCell dimension={down} value={row} />
                      </th>
                      {columnValues?.map((column) => {
                        const value = found.get(`${row}\n${column}`);
                        return (
                          <td key={column} class="number share" style={shaded(sizeOf(value), most)}>
                            {value === undefined ? '' : metricText(metric, value)}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scrolled>
            <p class="faint">
              {[rows, columns].map(({ answer: one }, index) => {
                const dimension = index === 0 ? down : across;
                const shown = (index === 0 ? rowValues : columnValues)?.length ?? 0;
                const known = dimension === 'bucket' ? (one?.data.length ?? 0) : (one?.meta.total ?? 0);
                if (known <= shown) return null;
                const which = dimension === 'bucket' ? 'latest' : 'first';
                return (
                  <span key={index}>
                    {exploredName(dimension)}: the {which} {formatCount(shown)} of {formatCount(known)}.{' '}
                  </span>
                );
              })}
            </p>
          </>
        )
      }
    </Body>
  );
}

/** Even the darkest shade leaves the text its contrast. The root tells small numbers apart. */
function shaded(size: number | null, most: number) {
  if (size === null || size <= 0 || most === 0) return {};
  const shade = Math.round(40 * Math.sqrt(size / most));
  return { backgroundColor: `color-mix(in srgb, var(--accent) ${shade}%, transparent)` };
}
