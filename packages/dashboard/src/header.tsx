import type { ComponentChildren } from 'preact';
import { readsAll, useHolder } from './api/holder.ts';
import type { Site } from './api/reports.ts';
import type { Loaded } from './api/use-report.ts';
import { Mark } from './mark.tsx';
import { MoreMenu } from './more-menu.tsx';
import { Foreign } from './panels/list.tsx';
import { Online } from './realtime/online.tsx';
import { ReportLinks } from './report-links.tsx';
import { SiteSwitcher } from './site-switcher.tsx';
import { useView } from './url/use-view.ts';
import type { View } from './url/view.ts';
import { ViewLink } from './url/view-link.tsx';
import { Around } from './words/phrase.tsx';
import { messages } from './words/words.ts';

interface Properties {
  sites: readonly Site[];
  /** The request for them. */
  loaded: Loaded<unknown>;
  withReports: boolean;
  children: ComponentChildren;
}

const home: Partial<View> = {
  site: undefined,
  tz: undefined,
  filters: [],
  page: undefined,
  goal: undefined,
  report: undefined,
};

/** Two rows, whatever is chosen: sites and reports; below them the choices of the view, which stay visible. */
export function Header({ sites, loaded, withReports, children }: Properties) {
  const { view, change } = useView();
  const holder = useHolder();
  return (
    <header class="top">
      <a class="skip" href="#main">
        {messages.header.skip}
      </a>
      <div class="head">
        {sites.length > 1 ? (
          <ViewLink class="brand" to={home} aria-label={messages.header.home}>
            <Mark /> <span>Tallyhouse</span>
          </ViewLink>
        ) : (
          <span class="brand">
            <Mark /> <span>Tallyhouse</span>
          </span>
        )}
        <SiteSwitcher
          sites={sites}
          loaded={loaded}
          growing={holder === undefined || readsAll(holder)}
          chosen={view.site}
          onChoose={(site) =>
            change(site === undefined ? home : { site, tz: undefined, filters: [], page: undefined })
          }
        />
        <Online />
        {withReports && <ReportLinks />}
        <span class="spring" />
        {holder !== undefined && !readsAll(holder) && (
          <span class="whose faint">
            <Around of={messages.header.viewFor}>
              <Foreign text={holder.name} />
            </Around>
          </span>
        )}
        <MoreMenu withReports={withReports} />
      </div>
      {children}
    </header>
  );
}
