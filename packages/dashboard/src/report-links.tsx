import { Icon } from './icons.tsx';
import { Disclosure } from './popup.tsx';
import { followLink } from './url/follow-link.ts';
import { useMedia } from './url/use-media.ts';
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

/** Leads to the panels and to the reports that have a page of their own. Where they have no room, they are behind a button. */
export function ReportLinks() {
  const { report, page } = useView().view;
  const narrow = useMedia('(max-width: 1023px)');
  if (!narrow) return <Links />;
  const open = page === undefined ? links.find(([name]) => name === report)?.[1] : undefined;
  const words = open ?? 'Reports';
  return (
    <Disclosure
      label={`Report: ${words}`}
      class="opens"
      words={
        <>
          {words} <Icon name="down" />
        </>
      }
    >
      {(close) => <Links onFollow={close} />}
    </Disclosure>
  );
}

function Links({ onFollow }: { onFollow?: () => void }) {
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
            onClick={followLink(() => {
              onFollow?.();
              change(parts);
            })}
          >
            {name}
          </a>
        );
      })}
    </nav>
  );
}
