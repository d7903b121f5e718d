import type { ComponentChildren, ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { may, useHolder } from '../api/holder.ts';
import { Icon } from '../icons.tsx';
import { isSeveral } from '../setup/tag.ts';
import { useView } from '../url/use-view.ts';
import { ViewLink } from '../url/view-link.tsx';
import { messages } from '../words/words.ts';

/** The button of the share dialog, and the dialog once it is open. Its code is loaded then. */
export function useShare(): { open: () => void; dialog: ComponentChildren } {
  const [Share, setShare] = useState<ComponentType<{ onClose: () => void }>>();
  const open = () =>
    void import('../opened.ts').then(
      ({ ShareDialog }) => setShare(() => ShareDialog),
      () => location.reload(),
    );
  return { open, dialog: Share && <Share onClose={() => setShare(undefined)} /> };
}

interface Properties {
  onShare: () => void;
  /** Called when the gear is followed. */
  onFollow?: () => void;
  words?: boolean;
}

/** Share, and the gear that leads to settings, keys and alerts. */
export function SiteMenu({ onShare, onFollow, words = false }: Properties) {
  const { site } = useView().view;
  const holder = useHolder();
  const isOne = site !== undefined && !isSeveral(site);
  const report = isOne ? 'settings' : 'access';
  const look = words ? 'quiet' : 'quiet icon';
  const named = (name: string) => (words ? {} : { 'aria-label': name, title: name });
  return (
    <>
      <button type="button" class={look} {...named(messages.header.share)} onClick={onShare}>
        <Icon name="share" /> {words && messages.header.share}
      </button>
      {may(holder, 'manage') && (
        <ViewLink
          class={look}
          to={{ report, page: undefined, detail: undefined }}
          {...named(messages.header.reportNames[report])}
          onFollow={onFollow}
        >
          <Icon name="gear" /> {words && messages.header.reportNames[report]}
        </ViewLink>
      )}
    </>
  );
}
