import { Body, Panel } from '../panels/panel.tsx';
import { ReportHeading } from '../report-heading.tsx';
import { exploredName, type Shape } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { Bars } from './bars.tsx';
import { Builder } from './builder.tsx';
import { Examples } from './examples.tsx';
import { whyNotShape } from './fits.ts';
import { HeatMap } from './heat-map.tsx';
import { Lines } from './lines.tsx';
import { metricWords } from './metrics.ts';
import { QuestionTools } from './question-tools.tsx';
import { RowsTable } from './rows-table.tsx';
import { SavedQuestions } from './saved-questions.tsx';
import { ShapeTools } from './shape-tools.tsx';
import { useQuery } from './use-query.ts';

/** Rows of a page. */
const size = 100;

/** Any numbers by any dimensions, as a table or drawn. The address is the question. */
export function ExploreView() {
  const { explored } = useView().view;
  const { dimensions, metrics, sort, offset } = explored;
  const isAsked = metrics.length > 0;
  const loaded = useQuery(
    isAsked
      ? { dimensions, metrics, more: { limit: `${size}`, offset: `${offset}`, ...(sort && { sort }) } }
      : undefined,
  );
  const shape: Shape = whyNotShape(explored.shape, explored) === undefined ? explored.shape : 'table';
  const { problem, retry, answer } = loaded;
  return (
    <div class="report-view explore">
      <ReportHeading
        name="Explore"
        about="Any numbers, by up to three dimensions. The address is the question."
      />
      <Panel title="Question" tools={<SavedQuestions />}>
        <Builder failed={{ problem, retry }} />
      </Panel>
      {!isAsked && <Examples />}
      {isAsked && problem === undefined && (
        <Panel title={titleOf(explored)} area="answer" tools={<QuestionTools answer={answer} />}>
          <ShapeTools shape={shape} />
          {shape === 'lines' ? (
            <Lines />
          ) : shape === 'heat' ? (
            <HeatMap />
          ) : (
            <Body loaded={loaded} rows={12}>
              {(rows) =>
                shape === 'bars' ? (
                  <Bars rows={rows} total={answer?.meta.total ?? rows.length} />
                ) : (
                  <RowsTable rows={rows} total={answer?.meta.total ?? rows.length} size={size} />
                )
              }
            </Body>
          )}
        </Panel>
      )}
    </div>
  );
}

/** Visits and visitors by source and country */
function titleOf({ metrics, dimensions }: ReturnType<typeof useView>['view']['explored']): string {
  const words = (names: readonly string[]) =>
    names
      .map((name, index) => (index === 0 ? name : name.toLowerCase()))
      .join(', ')
      .replace(/, ([^,]*)$/, ' and $1');
  const by = words(dimensions.map(exploredName)).toLowerCase();
  return words(metrics.map(metricWords)) + (by && ` by ${by}`);
}
