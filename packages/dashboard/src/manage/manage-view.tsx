import { AlertsView } from '../alerts/alerts-view.tsx';
import { may, useHolder } from '../api/holder.ts';
import { Empty } from '../definitions/empty.tsx';
import { ReportHeading } from '../report-heading.tsx';
import { newSite, type Tag } from '../setup/tag.ts';
import { useView } from '../url/use-view.ts';
import { managed } from '../url/view.ts';
import { ViewLink } from '../url/view-link.tsx';
import { messages } from '../words/words.ts';
import { Access } from './access/access.tsx';
import { SiteSettings } from './settings/site-settings.tsx';

export interface ManageProperties {
  tag: Tag;
  site: string;
  name: string;
  onSaved: () => void;
}

export function ManageView({ tag, site, name, onSaved }: ManageProperties) {
  const { view } = useView();
  const holder = useHolder();
  const page = managed.find((one) => one === view.report) ?? 'settings';
  const heading = messages.header.reportNames[page];
  return (
    <div class="report-view manage">
      <ReportHeading
        key={page}
        name={page === 'settings' && site !== newSite ? messages.manage.settingsOf(name) : heading}
        about={messages.manage.about[page]}
      />
      <nav class="report-links" aria-label={messages.manage.settings}>
        {managed.map((report) => (
          <ViewLink key={report} to={{ report }} aria-current={report === page ? 'page' : undefined}>
            {messages.header.reportNames[report]}
          </ViewLink>
        ))}
      </nav>
      {holder &&
        (!may(holder, 'manage') ? (
          <Empty class="card">{messages.manage.notAllowed}</Empty>
        ) : page === 'access' ? (
          <Access holder={holder} site={site} />
        ) : page === 'alerts' ? (
          <AlertsView />
        ) : (
          <SiteSettings key={site} tag={tag} site={site} onSaved={onSaved} />
        ))}
    </div>
  );
}
