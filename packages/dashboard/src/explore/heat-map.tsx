import { Empty } from '../definitions/empty.tsx';
import { Head } from '../panels/head.tsx';
import { Foreign, nothingIn } from '../panels/list.tsx';
import { Body } from '../panels/panel.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { exploredName } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { metricText, metricWords, type Value } from './metrics.ts';
import { drawnMetric, useCrossed } from './use-query.ts';
import { ValueCell, valueWords } from './value-cell.tsx';

/** The numbers of rows and columns; more for time, because it is ordered. */
const [mostRows, mostColumns, mostBuckets] = [15, 10, 60];

/** Two dimensions against each other, each cell shaded by its value. */
export function HeatMap() {
  const viewing = useView();
  const { explored } = viewing.view;
  const [down = 'source', across = 'source'] = explored.dimensions;
  const most = (dimension: string, count: number) => (dimension === 'bucket' ? mostBuckets : count);
  const loaded = useCrossed([down, across], [most(down, mostRows), most(across, mostColumns)]);
  const metric = drawnMetric(explored);
  return (
    <Body loaded={loaded} rows={12}>
      {({ rows, columns, cellOf }) => {
        if (rows.length === 0) return <Empty>{nothingIn(viewing.view)}</Empty>;
        const values = rows.flatMap((row) => columns.map((column) => Number(cellOf(row, column) ?? 0)));
        const greatest = Math.max(0, ...values);
        return (
          <Scrolled label={messages.explore.asHeatMap(metricWords(metric))}>
            <table class="grid cohorts crossed">
              <Head
                what={exploredName(down)}
                numbers={columns.map((column) => (
                  <Foreign key={column} text={valueWords(viewing, across, column)} />
                ))}
              />
              <tbody>
                {rows.map((row) => (
                  <tr key={row}>
                    <th scope="row">
                      <ValueCell dimension={down} value={row} />
                    </th>
                    {columns.map((column) => {
                      const value = cellOf(row, column);
                      return (
                        <td key={column} class="number share" style={shaded(value, greatest)}>
                          {value === undefined ? '' : metricText(metric, value)}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
        );
      }}
    </Body>
  );
}

/** Even the darkest shade keeps the text readable. The square root distinguishes small numbers. */
function shaded(value: Value, greatest: number) {
  const shade = Math.round(40 * Math.sqrt(Math.max(0, Number(value ?? 0)) / (greatest || 1)));
  return { backgroundColor: `color-mix(in srgb, var(--accent) ${shade}%, transparent)` };
}
