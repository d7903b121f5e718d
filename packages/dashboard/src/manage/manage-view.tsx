import { useHolder } from '../api/holder.ts';
import { ReportHeading } from '../report-heading.tsx';
import type { Tag } from '../setup/tag.ts';
import { followLink } from '../url/follow-link.ts';
import { useView } from '../url/use-view.ts';
import { viewText } from '../url/view.ts';
import { Access } from './access/access.tsx';
import { mayManage } from './may-manage.ts';
import { SiteSettings } from './settings/site-settings.tsx';

export interface ManageProperties {
  tag: Tag;
  /** Of the view. */
  site: string;
  /** What it is called. */
  name: string;
  /** Called when settings were saved. */
  onSaved: () => void;
}

const pages = [
  ['settings', 'Site settings'],
  ['access', 'Access'],
] as const;

/** The settings of a site, and the keys. */
export function ManageView({ tag, site, name, onSaved }: ManageProperties) {
  const { view, change } = useView();
  const holder = useHolder();
  const isAccess = view.report === 'access';
  return (
    <div class="report-view manage">
      <ReportHeading
        key={view.report}
        name={isAccess ? 'Access' : `Settings of ${name}`}
        about={
          isAccess
            ? 'Keys for people and programs: what each may see, and until when.'
            : 'What the site is called, what counts, and what readers find by name.'
        }
      />
      <nav class="report-links" aria-label="Settings">
        {pages.map(([report, words]) => (
          <a
            key={report}
            href={viewText({ ...view, report })}
            aria-current={view.report === report ? 'page' : undefined}
            onClick={followLink(() => change({ report }))}
          >
            {words}
          </a>
        ))}
      </nav>
      {holder &&
        (!mayManage(holder) ? (
          <p class="card empty faint">Your key does not change sites and keys.</p>
        ) : isAccess ? (
          <Access holder={holder} site={site} />
        ) : (
          <SiteSettings key={site} tag={tag} site={site} onSaved={onSaved} />
        ))}
    </div>
  );
}
