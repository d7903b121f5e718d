import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { type Cohort, retention } from '../api/reports.ts';
import { spanOfDays } from '../format/spans.ts';
import { Body, CsvButton, Panel } from '../panels/panel.tsx';
import { Tabs } from '../panels/tabs.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { dayIn } from '../period/dates.ts';
import { daysOf } from '../period/period.ts';
import { ReportHeading } from '../report-heading.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { cohortDays, cohortLengths } from './cohort-lengths.ts';
import { returnsOf } from './complete.ts';
import { Grid, type Shown } from './grid.tsx';

export function RetentionView() {
  const { view, change, now } = useView();
  const today = dayIn(view.timezone, now);
  const whole = daysOf(view.period, today);
  const days = cohortDays(whole);
  const asked = days.first === whole.first ? undefined : { period: days };
  const lengths = cohortLengths(days);
  const length = lengths.find((one) => one === view.granularity) ?? lengths[0];
  const [shown, setShown] = useState<Shown>('shares');
  const loaded = useViewReport(retention, { granularity: length }, asked);
  const end = dayIn(view.timezone, Date.parse(loaded.answer?.meta.end ?? '') || now);
  const csv = (cohorts: Cohort[]) =>
    toCsv(
      ['cohort', 'visitors', 'period', 'returned'],
      cohorts.flatMap(({ cohort, visitors, returned }) =>
        returned.map((count, period) => ({ cohort, visitors, period, returned: count })),
      ),
    );
  return (
    <div class="report-view">
      <ReportHeading name={messages.header.reportNames.retention} about={messages.retention.about} />
      <Panel
        title={messages.retention.returning}
        area="retention"
        tools={
          <>
            <Tabs
              label={messages.retention.cohortsBy}
              tabs={messages.period.granularities}
              shown={lengths}
              chosen={length}
              onChoose={(granularity) => change({ granularity })}
            />
            <Tabs
              label={messages.retention.inCells}
              tabs={messages.retention.kinds}
              chosen={shown}
              onChoose={setShown}
            />
            <CsvButton name={messages.retention.file} {...asked} loaded={loaded} text={csv} />
          </>
        }
      >
        {asked && <p class="faint">{spanOfDays(days, today)}</p>}
        <Body loaded={loaded} rows={10}>
          {(cohorts) => (
            <Grid cohorts={cohorts.map((one) => returnsOf(one, length, end))} length={length} shown={shown} />
          )}
        </Body>
      </Panel>
    </div>
  );
}
