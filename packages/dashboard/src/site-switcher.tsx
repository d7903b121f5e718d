import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Site } from './api/reports.ts';
import type { Loaded } from './api/use-report.ts';
import { isFound, nameIn, siteName } from './home/site-name.ts';
import { Icon } from './icons.tsx';
import { optionAt } from './list-keys.ts';
import { Foreign } from './panels/list.tsx';
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
  const id = useId();
  const [open, setOpen] = useState(false);
  // Until then a site has no name: its id takes the space, hidden for a second.
  const loading = sites.length === 0 && !loaded.answer && !loaded.problem;
  const [wanted, setWanted] = useState('');
  const [active, setActive] = useState(0);
  const opener = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  useEffect(() => {
    whole.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const found = sites.filter((site) => isFound(site, wanted));
  const options = [
    ...(sites.length > 1 && wanted === ''
      ? [{ value: undefined, name: messages.header.allSites, group: null }]
      : []),
    ...found.slice(0, shownSites).map((site) => ({
      value: site.site_id,
      name: siteName(site),
      group: site.group,
    })),
    ...(growing && wanted === ''
      ? [{ value: newSite, name: messages.header.setUpAnother, group: null }]
      : []),
  ];

  const close = () => {
    setOpen(false);
    setWanted('');
    setActive(0);
  };
  const choose = (value: string | undefined) => {
    close();
    opener.current?.focus();
    onChoose(value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = optionAt(event.key, active, options.length);
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter') {
      const option = options[active];
      if (option) choose(option.value);
    } else if (event.key === 'Escape') {
      close();
      opener.current?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
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
    <div
      class="switcher"
      ref={whole}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && whole.current?.contains(relatedTarget))) close();
      }}
    >
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
        <div class="card choices">
          <input
            ref={input}
            role="combobox"
            aria-label={messages.header.searchSites}
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
            aria-autocomplete="list"
            placeholder={messages.header.searchSites}
            autocomplete="off"
            spellcheck={false}
            value={wanted}
            onInput={({ currentTarget }) => {
              setWanted(currentTarget.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
          <div class="site-options" role="listbox" id={id} aria-label={messages.header.sites}>
            {options.map(({ value, name, group }, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
              <div
                role="option"
                key={value ?? ''}
                id={`${id}-${index}`}
                aria-selected={index === active}
                class={value === chosen ? 'current' : undefined}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setActive(index)}
                onClick={() => choose(value)}
              >
                <Foreign text={name} /> {group !== null && <span class="second">{group}</span>}
              </div>
            ))}
          </div>
          <p class="faint" role="status">
            {loaded.problem ?? (found.length === 0 && wanted && messages.header.noSuchSite)}
            {found.length > shownSites && messages.header.moreSites(`${found.length - shownSites}`)}
          </p>
        </div>
      )}
    </div>
  );
}
