import type { Site } from './api/reports.ts';
import { useSession } from './api/session.ts';
import { formatShort } from './format/numbers.ts';
import { Icon } from './icons.tsx';
import { Mark } from './mark.tsx';
import { Online } from './panels/online.tsx';
import { ReportLinks } from './report-links.tsx';
import { newSite } from './setup/tag.ts';
import { ThemeSwitch } from './theme/switch.tsx';
import { useView } from './url/use-view.ts';

interface Properties {
  sites: readonly Site[];
  /** Whether the site has reports to go to. */
  withReports: boolean;
}

export function Header({ sites, withReports }: Properties) {
  const { signOut } = useSession();
  const { view, change } = useView();
  const listed = sites.some(({ site_id }) => site_id === view.site);
  return (
    <header class="top">
      <a class="skip" href="#main">
        Skip to the reports
      </a>
      <span class="brand">
        <Mark /> <span>Tallyhouse</span>
      </span>
      <select
        aria-label="Site"
        value={view.site ?? ''}
        onChange={({ currentTarget }) => change({ site: currentTarget.value, filters: [], page: undefined })}
      >
        {!listed && view.site !== undefined && view.site !== newSite && (
          <option value={view.site}>{view.site}</option>
        )}
        {sites.map(({ site_id, pageviews }) => (
          <option key={site_id} value={site_id}>
            {site_id} ({formatShort(pageviews)})
          </option>
        ))}
        <option value={newSite}>Set up another site …</option>
      </select>
      <Online />
      {withReports && <ReportLinks />}
      <span class="spring" />
      <ThemeSwitch />
      <button
        type="button"
        class="quiet icon"
        onClick={() => signOut()}
        aria-label="Sign out"
        title="Sign out"
      >
        <Icon name="leave" />
      </button>
    </header>
  );
}
