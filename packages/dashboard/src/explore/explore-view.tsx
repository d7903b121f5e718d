import { List } from '../panels/list.tsx';
import { Body, Panel } from '../panels/panel.tsx';
import { Problem } from '../panels/problem.tsx';
import { ReportHeading } from '../report-heading.tsx';
import { exploredName, type Shape } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { AnswerTools, ShapeTools } from './answer-tools.tsx';
import { Builder } from './builder.tsx';
import { Examples } from './examples.tsx';
import { whyNotShape } from './fits.ts';
import { HeatMap } from './heat-map.tsx';
import { Lines } from './lines.tsx';
import { metricText, metricWords } from './metrics.ts';
import { pageSize, RowsTable } from './rows-table.tsx';
import { drawnMetric, useQuery } from './use-query.ts';
import { valueWords } from './value-cell.tsx';

/** Any metrics by any dimensions, as a table or drawn. The address contains the question. */
export function ExploreView() {
  const viewing = useView();
  const { explored } = viewing.view;
  const { dimensions, metrics, sort, offset } = explored;
  const more = { limit: `${pageSize}`, offset: `${offset}`, ...(sort && { sort }) };
  const loaded = useQuery(metrics.length > 0 ? { dimensions, metrics, more } : undefined);
  const { problem, answer } = loaded;
  const shape: Shape = whyNotShape(explored.shape, explored) === undefined ? explored.shape : 'table';
  const drawn = drawnMetric(explored);
  const total = answer?.meta.total ?? 0;
  return (
    <div class="report-view explore">
      <ReportHeading name={messages.header.reportNames.explore} about={messages.explore.about} />
      <Panel title={messages.explore.question}>
        <Builder />
        <Problem {...loaded} />
      </Panel>
      {metrics.length === 0 && <Examples />}
      {metrics.length > 0 && problem === undefined && (
        <Panel title={messages.explore.answer} area="answer" tools={<AnswerTools meta={answer?.meta} />}>
          <ShapeTools shape={shape} />
          {shape === 'lines' && <Lines />}
          {shape === 'heat' && <HeatMap />}
          {(shape === 'table' || shape === 'bars') && (
            <Body loaded={loaded} rows={12}>
              {(rows) =>
                shape === 'table' ? (
                  <RowsTable rows={rows} total={total} />
                ) : (
                  <List
                    what={dimensions.map(exploredName).join(' · ')}
                    columns={[metricWords(drawn)]}
                    total={total}
                    rows={rows.map((row, index) => {
                      const name = dimensions
                        .map((by) => valueWords(viewing, by, String(row[by])))
                        .join(' · ');
                      const cells = [metricText(drawn, row[drawn])];
                      return { key: `${index}`, name, cells, size: Number(row[drawn]) };
                    })}
                  />
                )
              }
            </Body>
          )}
        </Panel>
      )}
    </div>
  );
}
