import { wordsOf } from './filters/words.ts';
import { goalName } from './goal/goal.ts';
import { Foreign } from './panels/list.tsx';
import { daysName, titleOf, useTitle } from './url/title.ts';
import { useView } from './url/use-view.ts';
import { messages } from './words/words.ts';

/** Names the view in the browser's tab, and on paper, where the controls are left out. */
export function PrintHeading({ site }: { site: string }) {
  const { view, now } = useView();
  const title = titleOf(view, site, now);
  useTitle(title);
  const chosen = view.filters
    .map(wordsOf)
    .map(({ dimension, sign, values }) => messages.filters.condition(dimension, sign, values));
  const parts = [
    typeof view.period === 'string' && view.period !== 'all' && daysName(view, now),
    view.timezone,
    ...chosen,
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
