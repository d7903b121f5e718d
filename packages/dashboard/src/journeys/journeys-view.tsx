import { toCsv } from '../api/csv.ts';
import { type Journey, type JourneyNode, journeys } from '../api/reports.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { type Goal, goalText } from '../goal/goal.ts';
import { GoalInput } from '../goal/goal-input.tsx';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import { Body, CsvButton, Panel } from '../panels/panel.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { ReportHeading } from '../report-heading.tsx';
import { useView } from '../url/use-view.ts';
import { depths } from '../url/view.ts';
import { nodeName } from './columns.ts';
import { JourneyFlow } from './flow.tsx';

/** The ways that visits take through pages and events. */
export function JourneysView() {
  const { view, change } = useView();
  const loaded = useViewReport(journeys, {
    depth: String(view.depth),
    limit: '100',
    ...(view.from && { from: goalText(view.from) }),
    ...(view.to && { to: goalText(view.to) }),
  });
  const { answer } = loaded;
  const csv = () =>
    toCsv(
      ['path', 'sessions', 'percentage'],
      (answer?.data ?? []).map((of) => [of.path.map(nodeName).join(' → '), of.sessions, of.percentage]),
    );
  const shown = answer?.data.reduce((sum, { percentage }) => sum + (percentage ?? 0), 0) ?? 0;
  return (
    <div class="report-view">
      <ReportHeading name="Journeys" about="The paths that visits take through pages and events." />
      <Panel title="Journeys" area="journeys" tools={<CsvButton name="journeys" text={answer && csv} />}>
        <Ends />
        <Body loaded={loaded} rows={12}>
          {(list) =>
            list.length === 0 ? (
              <p class="faint empty">No visit of this period has such a journey.</p>
            ) : (
              <>
                <JourneyFlow
                  journeys={list}
                  backwards={view.to !== undefined}
                  onChoose={(node) => change({ from: goalOf(node), to: undefined })}
                />
                {(answer?.meta.total ?? 0) > list.length && (
                  <p class="faint">
                    The {formatCount(list.length)} most frequent of {formatCount(answer?.meta.total ?? 0)}{' '}
                    journeys: {formatPercent(shown)} of the visits.
                  </p>
                )}
                <Table journeys={list} />
              </>
            )
          }
        </Body>
      </Panel>
    </div>
  );
}

const goalOf = (node: JourneyNode): Goal => [
  { dimension: 'event' in node ? 'event' : 'page', operator: ':', values: [nodeName(node)] },
];

type End = 'start' | 'from' | 'to';

/** Chooses where journeys begin or end, and their length. */
function Ends() {
  const { view, change } = useView();
  const end: End = view.from ? 'from' : view.to ? 'to' : 'start';
  const goal = view.from ?? view.to;
  return (
    <div class="options">
      <label>
        Steps shown{' '}
        <select
          value={String(view.depth)}
          onChange={({ currentTarget }) => change({ depth: Number(currentTarget.value) })}
        >
          {depths.map((depth) => (
            <option key={depth} value={String(depth)}>
              {depth}
            </option>
          ))}
        </select>
      </label>
      {end === 'start' ? (
        <>
          <span class="choosing">
            From <GoalInput key="from" label="From" onChange={(from) => change({ from, to: undefined })} />
          </span>
          <span class="choosing">
            or to <GoalInput key="to" label="To" onChange={(to) => change({ to, from: undefined })} />
          </span>
        </>
      ) : (
        <span class="choosing">
          {end === 'from' ? 'From' : 'To'}{' '}
          <GoalInput
            key={goal && goalText(goal)}
            label={end === 'from' ? 'From' : 'To'}
            goal={goal}
            onChange={(next) => change({ [end]: next })}
          />
          <button
            type="button"
            class="quiet icon"
            aria-label="All journeys"
            title="All journeys"
            onClick={() => change({ from: undefined, to: undefined })}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
    </div>
  );
}

function Table({ journeys }: { journeys: readonly Journey[] }) {
  return (
    <table class="grid ways">
      <caption class="hidden">Journeys by number of visits</caption>
      <thead>
        <tr>
          <th scope="col">Journey</th>
          <th scope="col" class="number">
            Visits
          </th>
          <th scope="col" class="number">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {journeys.slice(0, 20).map(({ path, sessions, percentage }, row) => (
          <tr key={row}>
            <th scope="row">
              {path.map((node, index) => (
                <span key={index}>
                  {index > 0 && <span class="faint"> → </span>}
                  <Foreign text={nodeName(node)} />
                </span>
              ))}
            </th>
            <td class="number">{formatCount(sessions)}</td>
            <td class="number">{formatPercent(percentage)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
