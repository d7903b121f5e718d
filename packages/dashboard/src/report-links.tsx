import { Icon } from './icons.tsx';
import { Disclosure } from './popup.tsx';
import { useMedia } from './url/use-media.ts';
import { useView } from './url/use-view.ts';
import type { ReportName } from './url/view.ts';
import { ViewLink } from './url/view-link.tsx';
import { messages } from './words/words.ts';

const links: readonly (ReportName | undefined)[] = [
  undefined,
  'realtime',
  'funnel',
  'retention',
  'journeys',
  'explore',
  'crawlers',
];

const nameOf = (report: ReportName | undefined) =>
  report === undefined ? messages.header.overview : messages.header.reportNames[report];

/** Links to the panels and to reports with a page of their own. Without room for them, they are behind a button. */
export function ReportLinks() {
  const { report, page } = useView().view;
  const narrow = useMedia('(max-width: 1023px)');
  if (!narrow) return <Links />;
  const isLinked = page === undefined && links.includes(report);
  const words = isLinked ? nameOf(report) : messages.header.reports;
  return (
    <Disclosure
      label={messages.header.report(words)}
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
  const { view } = useView();
  return (
    <nav class="report-links" aria-label={messages.header.reports}>
      {links.map((report) => (
        <ViewLink
          key={report}
          to={{ report, page: undefined }}
          aria-current={view.report === report && view.page === undefined ? 'page' : undefined}
          onFollow={onFollow}
        >
          {nameOf(report)}
        </ViewLink>
      ))}
    </nav>
  );
}
