import { followLink } from './url/follow-link.ts';
import { useView } from './url/use-view.ts';
import { type ReportName, reportNames, viewText } from './url/view.ts';

const links: readonly (readonly [ReportName | undefined, string])[] = [
  [undefined, 'Overview'],
  ['realtime', reportNames.realtime],
  ['funnel', reportNames.funnel],
  ['retention', reportNames.retention],
  ['journeys', reportNames.journeys],
  ['explore', reportNames.explore],
];

/** Leads to the panels and to the reports that have a page of their own. */
export function ReportLinks() {
  const { view, change } = useView();
  return (
    <nav class="report-links" aria-label="Reports">
      {links.map(([report, name]) => {
        const parts = { report, page: undefined };
        return (
          <a
            key={name}
            href={viewText({ ...view, ...parts })}
            aria-current={view.report === report && view.page === undefined ? 'page' : undefined}
            onClick={followLink(() => change(parts))}
          >
            {name}
          </a>
        );
      })}
    </nav>
  );
}
