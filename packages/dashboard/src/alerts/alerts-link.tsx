import { useHolder } from '../api/holder.ts';
import { Icon } from '../icons.tsx';
import { followLink } from '../url/follow-link.ts';
import { useView } from '../url/use-view.ts';
import { reportNames, viewText } from '../url/view.ts';

/** Leads to the alerts, for those who may manage them. */
export function AlertsLink() {
  const { view, change } = useView();
  if (!useHolder()?.rights.includes('manage')) return null;
  const parts = { report: 'alerts', page: undefined } as const;
  return (
    <a
      class="quiet icon"
      href={viewText({ ...view, ...parts })}
      aria-current={view.report === 'alerts' ? 'page' : undefined}
      aria-label={reportNames.alerts}
      title={reportNames.alerts}
      onClick={followLink(() => change(parts))}
    >
      <Icon name="bell" />
    </a>
  );
}
