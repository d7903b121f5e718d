import { useRef, useState } from 'preact/hooks';
import type { Site } from './api/reports.ts';
import type { Loaded } from './api/use-report.ts';
import { Combobox } from './combobox.tsx';
import { isFound, nameIn, siteName } from './home/site-name.ts';
import { Icon } from './icons.tsx';
import { Foreign } from './panels/list.tsx';
import { Popup } from './popup.tsx';
import { newSite } from './setup/tag.ts';
import { messages } from './words/words.ts';

interface Properties {
  sites: readonly Site[];
  /** The request for them. */
  loaded: Loaded<unknown>;
  /** Whether the reader's key includes future sites. */
  growing: boolean;
  /** undefined: the list of all sites is open. */
  chosen: string | undefined;
  /** Called with undefined for the list of all sites. */
  onChoose: (site: string | undefined) => void;
}

const shownSites = 30;

export function SiteSwitcher({ sites, loaded, growing, chosen, onChoose }: Properties) {
  const [open, setOpen] = useState(false);
  // Until then a site has no name: its id takes the space, hidden for a second.
  const loading = sites.length === 0 && !loaded.answer && !loaded.problem;
  const [wanted, setWanted] = useState('');
  const opener = useRef<HTMLButtonElement>(null);

  const found = sites.filter((site) => isFound(site, wanted));
  const option = (site: string | undefined, words: string, second: string | null = null) => ({
    key: site ?? '',
    site,
    words,
    second,
    current: site === chosen,
  });
  const offered = [
    ...(sites.length > 1 && wanted === '' ? [option(undefined, messages.header.allSites)] : []),
    ...found.slice(0, shownSites).map((site) => option(site.site_id, siteName(site), site.group)),
    ...(growing && wanted === '' ? [option(newSite, messages.header.setUpAnother)] : []),
  ];

  const close = () => {
    setOpen(false);
    setWanted('');
  };

  // With one site there is nothing to choose.
  if (sites.length < 2 && !growing) {
    return (
      <strong class={loading ? 'only-site unknown' : 'only-site'}>
        <Foreign text={nameIn(sites, chosen)} />
      </strong>
    );
  }
  return (
    <div class="switcher">
      <button
        type="button"
        ref={opener}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={messages.header.site(nameIn(sites, chosen))}
        onClick={() => {
          if (loaded.problem !== undefined) loaded.retry();
          if (open) close();
          else setOpen(true);
        }}
      >
        <span class={loading ? 'name unknown' : 'name'}>
          <Foreign text={nameIn(sites, chosen)} />
        </span>
        <Icon name="down" />
      </button>
      {open && (
        <Popup opener={opener} label={messages.header.sites} class="choices" onClose={close}>
          <Combobox
            label={messages.header.searchSites}
            placeholder={messages.header.searchSites}
            options={messages.header.sites}
            offered={offered}
            text={wanted}
            onText={setWanted}
            onChoose={({ site }) => {
              close();
              opener.current?.focus();
              onChoose(site);
            }}
          />
          <p class="faint" role="status">
            {loaded.problem ?? (found.length === 0 && wanted && messages.header.noSuchSite)}
            {found.length > shownSites && messages.header.moreSites(`${found.length - shownSites}`)}
          </p>
        </Popup>
      )}
    </div>
  );
}
