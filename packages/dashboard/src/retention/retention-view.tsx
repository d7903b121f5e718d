import { toCsv } from '../api/csv.ts';
import { type Cohort, retention } from '../api/reports.ts';
import { bucketName } from '../format/buckets.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { Body, CsvButton, Panel } from '../panels/panel.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { Tabs } from '../panels/tabs.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { dayIn } from '../period/dates.ts';
import { daysOf } from '../period/period.ts';
import { ReportHeading } from '../report-heading.tsx';
import { useView } from '../url/use-view.ts';
import { type CohortLength, cohortLengths } from './cohort-lengths.ts';
import { sinceTheFirst } from './since-the-first.ts';

const names = { day: 'Days', week: 'Weeks', month: 'Months' } as const;
const periods = { day: 'Day', week: 'Week', month: 'Month' } as const;

/** How many of the visitors who were new in a day, week or month came again in each later one. */
export function RetentionView() {
  const { view, change, now } = useView();
  const lengths = cohortLengths(daysOf(view.period, dayIn(view.timezone, now)));
  const length = lengths.find((one) => one === view.granularity) ?? lengths[0];
  const loaded = useViewReport(retention, { granularity: length });
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
            <CsvButton name="retention" text={loaded.answer && csv} />
          </>
        }
      >
        <Body loaded={loaded} rows={10}>
          {(cohorts) => <Grid cohorts={cohorts} length={length} />}
        </Body>
      </Panel>
    </div>
  );
}

function Grid({ cohorts: all, length }: { cohorts: readonly Cohort[]; length: CohortLength }) {
  const cohorts = sinceTheFirst(all);
  const [first] = cohorts;
  if (first === undefined) return <p class="faint empty">No visitor was new in this period.</p>;
  const most = Math.max(0, ...cohorts.map(({ returned }) => returned.length));
  return (
    <>
      <Scrolled label="Retention by cohort">
        <table class="grid cohorts">
          <thead>
            <tr>
              <th scope="col">New visitors of</th>
              <th scope="col" class="number">
                Visitors
              </th>
              {Array.from({ length: most }, (_, index) => (
                <th scope="col" class="number" key={index}>
                  {periods[length]} {index}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map(({ cohort, visitors, returned }) => (
              <tr key={cohort}>
                <th scope="row">{nameOf(cohort, length)}</th>
                <td class="number">{formatCount(visitors)}</td>
                {Array.from({ length: most }, (_, index) => (
                  <Cell key={index} visitors={visitors} returned={returned[index]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {cohorts.length < all.length && (
        <p class="faint first-cohort">
          No new visitors before {nameOf(first.cohort, length).replace(/^Week/, 'the week')}.
        </p>
      )}
    </>
  );
}

const nameOf = (cohort: string, length: CohortLength) => bucketName(`${cohort}T00:00:00`, length);

/** @param returned undefined after the end of the period */
function Cell({ visitors, returned }: { visitors: number; returned: number | undefined }) {
  if (returned === undefined || visitors === 0) return <td />;
  const share = returned / visitors;
  // Even the darkest shade leaves the text its contrast. Few come again: the root tells small shares apart.
  const shade = Math.round(40 * Math.sqrt(Math.min(1, share)));
  return (
    <td
      class="number share"
      title={formatCount(returned)}
      style={{ backgroundColor: `color-mix(in srgb, var(--accent) ${shade}%, transparent)` }}
    >
      {formatPercent(100 * share)}
    </td>
  );
}
