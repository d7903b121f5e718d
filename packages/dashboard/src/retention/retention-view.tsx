import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { retention } from '../api/reports.ts';
import { Body, CsvButton, Panel } from '../panels/panel.tsx';
import { Tabs } from '../panels/tabs.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { dayIn } from '../period/dates.ts';
import { daysOf } from '../period/period.ts';
import { ReportHeading } from '../report-heading.tsx';
import { useView } from '../url/use-view.ts';
import { cohortLengths } from './cohort-lengths.ts';
import { returnsOf } from './complete.ts';
import { Grid, type Shown } from './grid.tsx';

const names = { day: 'Days', week: 'Weeks', month: 'Months' } as const;
const kinds = { shares: 'Shares', visitors: 'Visitors' } as const;

/** How many of the visitors who were new in a day, week or month came again in each later one. */
export function RetentionView() {
  const { view, change, now } = useView();
  const lengths = cohortLengths(daysOf(view.period, dayIn(view.timezone, now)));
  const length = lengths.find((one) => one === view.granularity) ?? lengths[0];
  const [shown, setShown] = useState<Shown>('shares');
  const loaded = useViewReport(retention, { granularity: length });
  const end = dayIn(view.timezone, Date.parse(loaded.answer?.meta.end ?? '') || now);
  const csv = () =>
    toCsv(
      ['cohort', 'visitors', 'period', 'returned'],
      (loaded.answer?.data ?? []).flatMap(({ cohort, visitors, returned }) =>
        returned.map((count, index) => [cohort, visitors, index, count]),
      ),
    );
  return (
    <div class="report-view">
      <ReportHeading
        name="Retention"
        about="Visitors by the time of their first visit, and how many of them came back later."
      />
      <Panel
        title="Visitors who return"
        tools={
          <>
            <Tabs
              label="Cohorts by"
              tabs={names}
              shown={lengths}
              chosen={length}
              onChoose={(granularity) => change({ granularity })}
            />
            <Tabs label="Numbers in cells" tabs={kinds} chosen={shown} onChoose={setShown} />
            <CsvButton name="retention" text={loaded.answer && csv} />
          </>
        }
      >
        <Body loaded={loaded} rows={10}>
          {(cohorts) => (
            <Grid cohorts={cohorts.map((one) => returnsOf(one, length, end))} length={length} shown={shown} />
          )}
        </Body>
      </Panel>
    </div>
  );
}
