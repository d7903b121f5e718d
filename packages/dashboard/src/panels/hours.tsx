import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { type Bucket, overTime } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { Empty } from '../definitions/empty.tsx';
import { hourName, weekdayName } from '../format/buckets.ts';
import { formatCount } from '../format/numbers.ts';
import { dayIn, daysFrom } from '../period/dates.ts';
import { daysOf, granularityOf, resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { hoursOfWeek, mostShade, shadesOf, weekdays } from './hours-of-week.ts';
import { nothingIn } from './list.tsx';
import { useOverTime } from './over-time.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Scrolled } from './scrolled.tsx';
import { Tabs } from './tabs.tsx';
import { subjectOf } from './use-panel.ts';

type Tab = 'sessions' | 'pageviews';

/** The API returns at most 5,000 hours. */
const mostDays = 200;

/** When visits begin and pages are viewed: each hour of the week, in the view's time zone. */
export function Hours() {
  const { view, now } = useView();
  const { first, last } = daysOf(view.period, dayIn(view.timezone, now));
  const tooLong = daysFrom(first, last) > mostDays;
  return tooLong ? (
    <Panel title={messages.panels.hours} area="hours">
      <Empty>{messages.panels.tooLong(`${mostDays}`)}</Empty>
    </Panel>
  ) : (
    <HoursOfPeriod />
  );
}

function HoursOfPeriod() {
  const [tab, setTab] = useState<Tab>('sessions');
  const { view, now } = useView();
  const { series } = useOverTime();
  const isDrawn = granularityOf(view, now) === 'hour';
  const extra = { granularity: 'hour' };
  const question = isDrawn
    ? undefined
    : questionOf(view, resolve(view.period, view.timezone, now).asked, extra);
  const own = useReport(overTime, question, now, subjectOf(view, now, extra));
  // The hours of the line are not requested twice.
  const loaded = isDrawn ? series : own;
  const { visits, pageviews } = messages.numbers.names;
  const csv = (buckets: readonly Bucket[]) =>
    toCsv(
      ['weekday', 'hour', tab],
      hoursOfWeek(buckets, tab).flatMap((hours, day) =>
        hours.map((count, hour) => ({ weekday: day + 1, hour, [tab]: count })),
      ),
    );
  return (
    <Panel
      title={messages.panels.hours}
      area="hours"
      tools={
        <>
          <Tabs
            label={messages.general.by(messages.panels.hours)}
            tabs={{ sessions: visits, pageviews }}
            chosen={tab}
            onChoose={setTab}
          />
          <CsvButton name={messages.general.inText(messages.panels.hours)} loaded={loaded} text={csv} />
        </>
      }
    >
      <Body loaded={loaded} rows={7}>
        {(buckets) => <HeatMap week={hoursOfWeek(buckets, tab)} />}
      </Body>
    </Panel>
  );
}

function HeatMap({ week }: { week: readonly (readonly number[])[] }) {
  const { view } = useView();
  const counts = week.flat();
  if (counts.every((count) => count === 0)) return <Empty>{nothingIn(view)}</Empty>;
  const shadeOf = shadesOf(counts);
  return (
    <>
      <Scrolled label={messages.panels.hoursTable}>
        <table class="heat">
          <thead>
            <tr>
              <td />
              {Array.from({ length: 8 }, (_, third) => (
                <th scope="colgroup" colSpan={3} key={third}>
                  {hourName(3 * third)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((day) => (
              <tr key={day}>
                <th scope="row">{weekdayName(day)}</th>
                {week[day]?.map((count, hour) => (
                  <td
                    key={hour}
                    title={`${weekdayName(day)}, ${hourName(hour)}${messages.general.colon}${formatCount(count)}`}
                    class="shade"
                    style={shaded(shadeOf(count))}
                  >
                    <span class="hidden">{formatCount(count)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <Legend counts={counts} />
    </>
  );
}

/** The legend of the shades: the lowest and the highest count of an hour with visits. */
function Legend({ counts }: { counts: readonly number[] }) {
  const some = counts.filter((count) => count > 0);
  return (
    <ul class="shades faint" aria-label={messages.panels.shades}>
      {some.length < counts.length && (
        <li>
          {messages.panels.noneAtAll} <span class="shade" />
        </li>
      )}
      <li>{messages.panels.fewest(formatCount(Math.min(...some)))}</li>
      <li aria-hidden="true">
        {Array.from({ length: mostShade }, (_, index) => (
          <span class="shade" key={index} style={shaded(index + 1)} />
        ))}
      </li>
      <li>{messages.panels.most(formatCount(Math.max(...some)))}</li>
    </ul>
  );
}

/** @param shade of `shadesOf`; without one, an hour has a border only */
const shaded = (shade: number) =>
  shade === 0
    ? {}
    : {
        backgroundColor: `color-mix(in srgb, var(--accent) ${Math.round((100 * shade) / mostShade)}%, var(--card))`,
        borderColor: 'transparent',
      };
