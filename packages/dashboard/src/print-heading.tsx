import { conditionOf } from './filters/words.ts';
import { goalName } from './goal/goal.ts';
import { Foreign } from './panels/list.tsx';
import { daysName, isTimeless, titleOf, useTitle } from './url/title.ts';
import { useView } from './url/use-view.ts';
import { messages } from './words/words.ts';

/** Names the view in the browser's tab, and on paper, where the controls are left out. */
export function PrintHeading({ site }: { site: string }) {
  const { view, now } = useView();
  const title = titleOf(view, site, now);
  useTitle(title);
  const parts = [
    typeof view.period === 'string' && view.period !== 'all' && !isTimeless(view) && daysName(view, now),
    view.timezone,
    ...view.filters.map(conditionOf),
    view.goal && messages.header.goal(goalName(view.goal)),
  ];
  return (
    <div class="on-paper" aria-hidden="true">
      <p class="title">
        <Foreign text={title} />
      </p>
      <p>{parts.filter(Boolean).join(' · ')}</p>
    </div>
  );
}
