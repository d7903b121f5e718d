import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { useHolder } from '../api/holder.ts';
import { Icon } from '../icons.tsx';
import { isSeveral } from '../setup/tag.ts';
import { followLink } from '../url/follow-link.ts';
import { useView } from '../url/use-view.ts';
import { viewText } from '../url/view.ts';
import { mayManage } from './may-manage.ts';

/** Share, and the gear that leads to settings and keys. */
export function SiteMenu() {
  const { view, change } = useView();
  const holder = useHolder();
  const [Share, setShare] = useState<ComponentType<{ onClose: () => void }>>();
  // Its code is loaded when it is opened.
  const open = () =>
    import('../opened.ts').then(
      ({ ShareDialog }) => setShare(() => ShareDialog),
      () => location.reload(),
    );
  const isOne = view.site !== undefined && !isSeveral(view.site);
  const parts = { report: isOne ? 'settings' : 'access', page: undefined, detail: undefined } as const;
  return (
    <>
      <button type="button" class="quiet icon" aria-label="Share" title="Share" onClick={open}>
        <Icon name="share" />
      </button>
      {mayManage(holder) && (
        <a
          class="quiet icon"
          href={viewText({ ...view, ...parts })}
          aria-label={isOne ? 'Site settings' : 'Access'}
          title={isOne ? 'Site settings' : 'Access'}
          onClick={followLink(() => change(parts))}
        >
          <Icon name="gear" />
        </a>
      )}
      {Share && <Share onClose={() => setShare(undefined)} />}
    </>
  );
}
