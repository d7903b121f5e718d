import { crawlCondition } from './crawlers/words.ts';
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
  const report = view.page === undefined ? view.report : undefined;
  const parts = [
    typeof view.period === 'string' && view.period !== 'all' && !isTimeless(view) && daysName(view, now),
    view.timezone,
    ...(report === 'crawlers' ? view.crawl.map(crawlCondition) : view.filters.map(conditionOf)),
    (report === undefined || report === 'explore') && view.goal && messages.header.goal(goalName(view.goal)),
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
