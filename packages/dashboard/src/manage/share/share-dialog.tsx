import { isSiteId } from '@tallyhouse/ping/site-id';
import { useState } from 'preact/hooks';
import { useHolder } from '../../api/holder.ts';
import { Dialog } from '../../dialog.tsx';
import { Copied } from '../../setup/copied.tsx';
import { isSeveral } from '../../setup/tag.ts';
import { useView } from '../../url/use-view.ts';
import type { MadeKey } from '../client.ts';
import { KeyForm } from '../key-form.tsx';
import { givenBy } from '../rights.ts';
import { signInLink } from '../sign-in-link.ts';

/** Copies the view, and makes a link of its site for somebody without a key. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { site } = useView().view;
  const holder = useHolder();
  const [made, setMade] = useState<MadeKey>();
  const rights = holder ? givenBy(holder) : [];
  const isShared = rights.includes('manage') && site !== undefined && (isSiteId(site) || isSeveral(site));
  return (
    <Dialog title="Share" onClose={onClose}>
      <h3>This view</h3>
      <p class="faint">Whoever has a key for this site sees what you see.</p>
      <Copied text={location.href} />
      <h3>A link for somebody without a key</h3>
      <p class="faint">
        {isShared
          ? 'Whoever has it reads this site and changes nothing. The page Access lists it, and revokes it.'
          : 'Open a site, with a key that may change sites and keys.'}
      </p>
      {isShared && made === undefined && (
        <KeyForm
          asks="Whom it is for"
          button="Make the link"
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
        <strong>The link of {made.name}. It is shown this once: copy it now.</strong>
      </p>
      <Copied text={signInLink(made, location.href, query)} />
      <p>
        The same within a page of yours, if the setting <code>EMBED_ORIGINS</code> names it:
      </p>
      <Copied
        text={`<iframe src="${frame}" width="1200" height="900" title="Visitors of ${site}"></iframe>`}
      />
    </div>
  );
}
