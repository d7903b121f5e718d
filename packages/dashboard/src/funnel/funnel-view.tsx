import { toCsv } from '../api/csv.ts';
import { funnel, type Step } from '../api/reports.ts';
import { Empty } from '../definitions/empty.tsx';
import { goalName } from '../goal/goal.ts';
import { later } from '../later.tsx';
import { Body, CsvButton, Panel } from '../panels/panel.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { ReportHeading } from '../report-heading.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { Builder } from './builder.tsx';
import { funnelQuestion } from './question.ts';
import { Split } from './split.tsx';
import { Steps } from './steps.tsx';
import { Suggested } from './suggested.tsx';

const SavedFunnels = later(async () => (await import('../opened.ts')).SavedFunnels);

/** How many reach each step. The address contains the steps, so a link contains the funnel. */
export function FunnelView() {
  const { view } = useView();
  const complete = view.steps.length >= 2;
  return (
    <div class="report-view funnel">
      <ReportHeading name={messages.header.reportNames.funnel} about={messages.funnel.about} />
      <Panel title={messages.funnel.steps} area="builder">
        <SavedFunnels />
        {view.steps.length === 0 && <Suggested />}
        <Builder />
      </Panel>
      {complete ? <Result /> : <Empty class="card">{messages.funnel.chooseSteps}</Empty>}
      {complete && view.split && <Split key={view.split} by={view.split} />}
    </div>
  );
}

function Result() {
  const { view } = useView();
  const loaded = useViewReport(funnel, funnelQuestion(view));
  const csv = (steps: Step[]) =>
    toCsv(
      ['step', 'entered', 'rate_of_first', 'rate_of_previous', 'dropped', 'median_seconds_from_previous'],
      steps.map((of, index) => ({ ...of, step: goalName(view.steps[index] ?? []) })),
    );
  return (
    <Panel
      title={messages.funnel.result}
      area="result"
      tools={<CsvButton name={messages.funnel.file} loaded={loaded} text={csv} />}
    >
      <Body loaded={loaded} rows={view.steps.length * 2}>
        {(steps) => <Steps steps={steps} goals={view.steps} per={view.per} />}
      </Body>
    </Panel>
  );
}
