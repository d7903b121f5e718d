import { isSiteId } from '@tallyhouse/ping/site-id';
import { useState } from 'preact/hooks';
import { useHolder } from '../../api/holder.ts';
import { Dialog } from '../../dialog.tsx';
import { Copied } from '../../setup/copied.tsx';
import { useView } from '../../url/use-view.ts';
import { viewText } from '../../url/view.ts';
import { Phrase } from '../../words/phrase.tsx';
import { messages } from '../../words/words.ts';
import type { MadeKey } from '../client.ts';
import { KeyForm } from '../key-form.tsx';
import { signInLink } from '../sign-in-link.ts';

/** Copies the view, and creates a link to its site for someone without a key. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { view } = useView();
  const { site } = view;
  const holder = useHolder();
  const [made, setMade] = useState<MadeKey>();
  const rights = holder?.rights ?? [];
  const isShared = rights.includes('manage') && site !== undefined && isSiteId(site);
  return (
    <Dialog title={messages.header.share} onClose={onClose}>
      <h3>{messages.share.thisView}</h3>
      <p class="faint">{messages.share.whoSees}</p>
      <Copied text={new URL(viewText(view), location.href).href} />
      <h3>{messages.share.withoutKey}</h3>
      <p class="faint">{isShared ? messages.share.whatItDoes : messages.share.notHere}</p>
      {isShared && made === undefined && (
        <KeyForm
          asks={messages.share.forWhom}
          button={messages.share.makeLink}
          sites={[site]}
          offered={rights.filter((right) => right === 'export')}
          onMade={setMade}
        />
      )}
      {isShared && made && <Links made={made} site={site} />}
    </Dialog>
  );
}

/** A new key as a link, and as a frame for a page. */
function Links({ made, site }: { made: MadeKey; site: string }) {
  const query = `${new URLSearchParams({ site })}`;
  const frame = signInLink(made, location.href, `${query}&embed=1`).replaceAll('&', '&amp;');
  return (
    <div class="made">
      <p role="status">
        <strong>{messages.share.linkMade(made.name)}</strong>
      </p>
      <Copied text={signInLink(made, location.href, query)} />
      <p>
        <Phrase text={messages.share.inFrame} />
      </p>
      <Copied
        text={`<iframe src="${frame}" width="1200" height="900" title="${messages.share.frameTitle(site)}"></iframe>`}
      />
    </div>
  );
}
