import { events, funnel } from '../api/reports.ts';
import { formatCount, formatDuration, formatPercent } from '../format/numbers.ts';
import { type Goal, goalName, goalText } from '../goal/goal.ts';
import { Head } from '../panels/head.tsx';
import { Foreign } from '../panels/list.tsx';
import { Body, Panel } from '../panels/panel.tsx';
import { ProblemCell } from '../panels/problem.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';

/** Each of them is a funnel of its own. */
const mostEvents = 6;

/** How many visits reach the goal, or one of the most frequent events, after viewing a page. */
export function Reached({ path }: { path: string }) {
  const { goal } = useView().view;
  const loaded = useViewReport(events, { limit: String(mostEvents) });
  const isEmpty = loaded.answer?.data.length === 0 && goal === undefined;
  if (isEmpty) return null;
  return (
    <Panel title={messages.page.reached} area="reached">
      <Body loaded={loaded} rows={4}>
        {(list) => (
          <Scrolled label={messages.page.reachedTable}>
            <table class="grid">
              <Head
                what={messages.page.goalOrEvent}
                numbers={[messages.numbers.names.visits, messages.page.ofVisits, messages.page.medianTime]}
              />
              <tbody>
                {goal && <GoalRow key="goal" path={path} goal={goal} />}
                {list.map(({ event }) => (
                  <GoalRow
                    key={event}
                    path={path}
                    goal={[{ dimension: 'event', operator: ':', values: [event] }]}
                  />
                ))}
              </tbody>
            </table>
          </Scrolled>
        )}
      </Body>
    </Panel>
  );
}

function GoalRow({ path, goal }: { path: string; goal: Goal }) {
  const page: Goal = [{ dimension: 'page', operator: ':', values: [path] }];
  const loaded = useViewReport(funnel, { step: [goalText(page), goalText(goal)], by: 'session' });
  const [, reached] = loaded.answer?.data ?? [];
  return (
    <tr aria-busy={loaded.loading}>
      <th scope="row">
        <Foreign text={goalName(goal)} />
      </th>
      {loaded.problem === undefined ? (
        <>
          <td class="number">{reached ? formatCount(reached.entered) : ' '}</td>
          <td class="number">{reached ? formatPercent(reached.rate_of_first) : ' '}</td>
          <td class="number">{reached ? formatDuration(reached.median_seconds_from_previous) : ' '}</td>
        </>
      ) : (
        <ProblemCell columns={3} problem={loaded.problem} retry={loaded.retry} />
      )}
    </tr>
  );
}
